/*
 * glaze.h: Glaze for C.
 *
 * Glaze draws trees of layers as Apple's Core Animation does. A program opens a document or builds
 * layers, makes a renderer (what draws) and a session (one root that it draws), and renders frames into
 * its own memory or into its own OpenGL context. Docs/C.md is a tour in fifty lines.
 *
 * Handles. What Glaze gives out is a pointer that stands for an object and never is an address: do not
 * follow it. A function that returns a handle gives its caller a reference, which the caller releases. An
 * object lives as long as anything refers to it: a sublayer lives in its superlayer when its handle is
 * released. Two handles of one object are equal while one of them is held. NULL, a handle that was
 * released, and a handle of another kind are errors, never undefined; glaze_set_aborts_on_misuse() has
 * them stop the program with a message, which debug builds of the library do by themselves.
 *
 * Errors. A function that can fail returns a glaze_code, or NULL or 0 instead of what was asked for. The
 * thread then has a code and a text: glaze_error_code(), glaze_error_message(). What succeeds leaves both
 * as they were. A call that fails has changed nothing, unless it says so.
 *
 * Memory. The caller's memory is used until the call returns, and no longer. Text that is returned as
 * const char * belongs to Glaze and lives as long as its function says. What the caller has to free is
 * returned through a pointer to a pointer and freed by glaze_free(), or lies in a glaze_value and is freed
 * by glaze_value_clear(). All text is UTF-8 and ends with a zero.
 *
 * Structs. A struct that may grow begins with struct_size: set it to sizeof of the struct. Fields that are
 * zero have their defaults, so that an initialiser names only what it wants:
 *
 *     glaze_render_options options = {.struct_size = sizeof options, .scale = 2};
 *
 * Threads. A renderer belongs to the thread that made it, with its sessions and their layers; another
 * thread gets GLAZE_ERROR_WRONG_THREAD, unless glaze_renderer_hand_over() gave them up. Objects that no
 * session draws may be used by any thread, by one at a time. The functions for errors, devices and
 * references, and those that make objects, may be called on all threads at once.
 *
 * Units. Lengths are points, times are seconds, angles are radians, colours are sRGB with straight alpha,
 * components are 0 to 1. Pixels are counted from the top left.
 */
#ifndef GLAZE_H
#define GLAZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------ The library */

/* The version of the library, such as "1.0.0"; lives for ever. */
const char *glaze_version(void);

/* Frees memory that Glaze gave to the caller; NULL is nothing. */
void glaze_free(void *memory);

/* ----------------------------------------------------------------------------------------- Errors */

/* What went wrong. More may come: treat a code that you do not know as any error. */
typedef enum glaze_code {
  GLAZE_OK = 0,
  /* A handle is NULL, was released, or is of another kind. */
  GLAZE_ERROR_INVALID_HANDLE = 1,
  /* A parameter is NULL, out of range or not finite, or a struct_size is not one. */
  GLAZE_ERROR_INVALID_ARGUMENT = 2,
  /* A name stands for nothing: a class, a key, a device, a state, a filter. */
  GLAZE_ERROR_UNKNOWN_NAME = 3,
  /* A property does not take values of this type, or does not have one of it. */
  GLAZE_ERROR_WRONG_TYPE = 4,
  /* The picture would be empty or larger than can be drawn. */
  GLAZE_ERROR_INVALID_SIZE = 5,
  /* There is no device that can draw, or not the one that was asked for. */
  GLAZE_ERROR_NO_DEVICE = 6,
  /* The device cannot draw into this kind of target. */
  GLAZE_ERROR_UNSUPPORTED_TARGET = 7,
  /* The device failed while it drew. */
  GLAZE_ERROR_DRAWING = 8,
  /* The renderer belongs to another thread. */
  GLAZE_ERROR_WRONG_THREAD = 9,
  /* A document cannot be read. */
  GLAZE_ERROR_DOCUMENT = 10,
  /* A picture cannot be read. */
  GLAZE_ERROR_IMAGE = 11,
  /* A file cannot be written. */
  GLAZE_ERROR_WRITING = 12,
  /* A callback asked to stop. */
  GLAZE_ERROR_STOPPED = 13,
  /* Anything else; the message says what. */
  GLAZE_ERROR_OTHER = 14
} glaze_code;

/* The code of the last failure on this thread; GLAZE_OK before the first, and after a clear. */
glaze_code glaze_error_code(void);

/* What failed last on this thread and what to do, for people; "" before the first. Lives until the next
 * failure on this thread. */
const char *glaze_error_message(void);

/* Forgets the last failure of this thread. */
void glaze_error_clear(void);

/* Whether a handle that was released or is of another kind stops the program with a message on the
 * standard error stream; NULL stays an error. Default: false, and true in debug builds of the library. */
void glaze_set_aborts_on_misuse(bool aborts);

/* ----------------------------------------------------------------------------------------- Values */

typedef struct glaze_point {
  double x, y;
} glaze_point;

typedef struct glaze_size {
  double width, height;
} glaze_size;

typedef struct glaze_rect {
  double x, y, width, height;
} glaze_rect;

/* sRGB, straight alpha; components beyond 0 to 1 are colours outside of sRGB. */
typedef struct glaze_color {
  double red, green, blue, alpha;
} glaze_color;

/* A 4 by 4 matrix for row vectors, as Core Animation's CATransform3D: m[0] is m11, m[1] is m12, and
 * m[12], m[13], m[14] are the translation. */
typedef struct glaze_transform {
  double m[16];
} glaze_transform;

/* x' = a x + c y + tx, y' = b x + d y + ty. */
typedef struct glaze_affine {
  double a, b, c, d, tx, ty;
} glaze_affine;

/* An object of the model: a layer, an animation, an image, a filter or an emitter cell. The names below
 * say which is meant; passing another is GLAZE_ERROR_INVALID_HANDLE. */
typedef struct glaze_object glaze_object;
typedef glaze_object glaze_layer;
typedef glaze_object glaze_animation;
typedef glaze_object glaze_image;
typedef glaze_object glaze_filter;
typedef glaze_object glaze_emitter_cell;

/* The types of values; more may come. */
typedef enum glaze_type {
  /* Nothing: no colour, no path, no mask. */
  GLAZE_TYPE_NONE = 0,
  /* A number, a truth (0 or 1) or bits. */
  GLAZE_TYPE_NUMBER = 1,
  GLAZE_TYPE_POINT = 2,
  GLAZE_TYPE_SIZE = 3,
  GLAZE_TYPE_RECT = 4,
  GLAZE_TYPE_COLOR = 5,
  GLAZE_TYPE_TRANSFORM = 6,
  GLAZE_TYPE_AFFINE = 7,
  /* Text or one of Apple's names, such as "resizeAspect" or "easeOut". */
  GLAZE_TYPE_STRING = 8,
  /* A path as the text of SVG's d attribute. */
  GLAZE_TYPE_PATH = 9,
  GLAZE_TYPE_ARRAY = 10,
  GLAZE_TYPE_OBJECT = 11,
  /* glaze_object_key_type(): values of any type. */
  GLAZE_TYPE_ANY = 12
} glaze_type;

/* A value with its type. It has 136 bytes and will keep them. */
typedef struct glaze_value {
  glaze_type type;
  /* 0. */
  uint32_t reserved;
  union {
    double number;
    glaze_point point;
    glaze_size size;
    glaze_rect rect;
    glaze_color color;
    glaze_transform transform;
    glaze_affine affine;
    /* Of GLAZE_TYPE_STRING and GLAZE_TYPE_PATH. */
    const char *string;
    struct {
      const struct glaze_value *values;
      size_t count;
    } array;
    glaze_object *object;
  } as;
} glaze_value;

/* Frees what glaze_object_get() put into a value, with the reference to an object, and makes it
 * GLAZE_TYPE_NONE. Not for values that the caller filled. NULL is nothing. */
void glaze_value_clear(glaze_value *value);

/* ---------------------------------------------------------------------------------------- Objects */

/* Adds a reference and returns the handle; NULL for what is no handle. */
glaze_object *glaze_object_retain(glaze_object *object);

/* Takes a reference back; NULL is nothing. With its last reference a handle ends. */
void glaze_object_release(glaze_object *object);

/* Apple's name of the object's class, such as "CAShapeLayer"; lives for ever. NULL for what is no
 * handle. */
const char *glaze_object_class_name(glaze_object *object);

/* How many properties the object has by name; 0 for what has none, such as images. */
size_t glaze_object_key_count(glaze_object *object);

/* The name of a property, which lives for ever; NULL beyond the last. */
const char *glaze_object_key_at(glaze_object *object, size_t index);

/* The type of values that a property takes; GLAZE_TYPE_NONE, with an error, for a key that the object does
 * not have. A key may be a path: "position.x", "transform.rotation.z", "sublayers.NAME.opacity". */
glaze_type glaze_object_key_type(glaze_object *object, const char *key);

/* Sets the property of a key, which may be a path.
 *
 * Keys are Apple's: "hidden", not "isHidden". A change of a layer that was drawn is animated, as Apple's
 * are, unless actions are disabled or the session says otherwise.
 *
 * GLAZE_ERROR_UNKNOWN_NAME: the object has no such property, or the property does not take this name.
 * GLAZE_ERROR_WRONG_TYPE: the property takes values of another type, or is read only.
 * GLAZE_ERROR_INVALID_ARGUMENT: a pointer is NULL, a path or UTF-8 is wrong.
 *
 * Where several forms are taken: "timingFunction" takes a name or an array of four numbers, the control
 * points; "compositingFilter" a name or a filter; "contents" an image; "mask" a layer; "sublayers",
 * "filters", "emitterCells" and "animations" arrays of objects; "fromValue", "toValue", "byValue" and
 * "values" whatever the animated property takes. */
glaze_code glaze_object_set(glaze_object *object, const char *key, const glaze_value *value);

/* Sets a property to nothing: no colour, no path, no mask, 0. */
glaze_code glaze_object_set_none(glaze_object *object, const char *key);

/* The same as glaze_object_set() with a value of one type. */
glaze_code glaze_object_set_number(glaze_object *object, const char *key, double number);
glaze_code glaze_object_set_point(glaze_object *object, const char *key, glaze_point point);
glaze_code glaze_object_set_size(glaze_object *object, const char *key, glaze_size size);
glaze_code glaze_object_set_rect(glaze_object *object, const char *key, glaze_rect rect);
glaze_code glaze_object_set_color(glaze_object *object, const char *key, glaze_color color);
glaze_code glaze_object_set_transform(
    glaze_object *object, const char *key, const glaze_transform *transform);
glaze_code glaze_object_set_string(glaze_object *object, const char *key, const char *string);
/* svg: as SVG's d attribute, "M0 0H10V10Z". */
glaze_code glaze_object_set_path(glaze_object *object, const char *key, const char *svg);
/* numbers: may be NULL when count is 0. */
glaze_code glaze_object_set_numbers(
    glaze_object *object, const char *key, const double *numbers, size_t count);
/* value: NULL is nothing. */
glaze_code glaze_object_set_object(glaze_object *object, const char *key, glaze_object *value);
glaze_code glaze_object_set_objects(
    glaze_object *object, const char *key, glaze_object *const *values, size_t count);

/* Reads the property of a key, which may be a path. Free the value with glaze_value_clear(). What was not
 * set is its default or GLAZE_TYPE_NONE. A failure makes the value GLAZE_TYPE_NONE. */
glaze_code glaze_object_get(glaze_object *object, const char *key, glaze_value *value);

/* The same for values of one type; another type is GLAZE_ERROR_WRONG_TYPE, and *result stays as it was. */
glaze_code glaze_object_get_number(glaze_object *object, const char *key, double *result);
glaze_code glaze_object_get_point(glaze_object *object, const char *key, glaze_point *result);
glaze_code glaze_object_get_size(glaze_object *object, const char *key, glaze_size *result);
glaze_code glaze_object_get_rect(glaze_object *object, const char *key, glaze_rect *result);
glaze_code glaze_object_get_color(glaze_object *object, const char *key, glaze_color *result);
glaze_code glaze_object_get_transform(
    glaze_object *object, const char *key, glaze_transform *result);

/* ----------------------------------------------------------------------------------------- Layers */

/* Makes a layer with the defaults of its class: "CALayer", "CAShapeLayer", "CAGradientLayer",
 * "CATextLayer", "CAReplicatorLayer", "CATransformLayer", "CAEmitterLayer", "CAScrollLayer",
 * "CATiledLayer", "CABackdropLayer". NULL: GLAZE_ERROR_UNKNOWN_NAME. */
glaze_layer *glaze_layer_create(const char *class_name);

/* Makes a layer the last, frontmost sublayer; it leaves its superlayer, or ends being a mask.
 * GLAZE_ERROR_INVALID_ARGUMENT: the layer itself, or one that holds it. */
glaze_code glaze_layer_add(glaze_layer *layer, glaze_layer *sublayer);

/* Inserts a sublayer at an index, counted after it left its old place; beyond the last it is added. */
glaze_code glaze_layer_insert(glaze_layer *layer, glaze_layer *sublayer, size_t index);

/* Takes a layer out of its superlayer, or ends its being a mask; nothing for a root. */
glaze_code glaze_layer_remove(glaze_layer *layer);

/* How many sublayers there are; 0 for what is no layer. */
size_t glaze_layer_count(glaze_layer *layer);

/* A sublayer, with a reference; NULL, with an error, beyond the last. */
glaze_layer *glaze_layer_at(glaze_layer *layer, size_t index);

/* The superlayer, or what the layer masks, with a reference; NULL, without an error, for a root. */
glaze_layer *glaze_layer_superlayer(glaze_layer *layer);

/* The first layer of a name in the layer and what it holds, in the order of drawing, with a reference;
 * NULL, without an error, when there is none. */
glaze_layer *glaze_layer_find(glaze_layer *layer, const char *name);

/* The frontmost layer at a point, in the coordinates of the layer's superlayer, with a reference; NULL,
 * without an error, for none. */
glaze_layer *glaze_layer_hit_test(glaze_layer *layer, glaze_point point);

/* Converts a point from a layer's coordinates to those of another in the same tree; NULL as target means
 * the coordinates of the root. */
glaze_code glaze_layer_convert_point(
    glaze_layer *layer, glaze_point point, glaze_layer *target, glaze_point *result);

/* ------------------------------------------------------------------------------------- Animations */

/* Makes an animation of a class: "CABasicAnimation", "CAKeyframeAnimation", "CASpringAnimation",
 * "CAAnimationGroup", "CATransition". Set duration, fromValue, values and the like by key.
 *
 * key_path: of the property that is animated; NULL for groups and transitions.
 * NULL: GLAZE_ERROR_UNKNOWN_NAME. */
glaze_animation *glaze_animation_create(const char *class_name, const char *key_path);

/* Adds a copy of an animation; it begins with the next commit, unless its beginTime says otherwise.
 *
 * key: what the animation replaces and is found by; NULL is no key. */
glaze_code glaze_layer_add_animation(
    glaze_layer *layer, glaze_animation *animation, const char *key);

/* The animation of a key, with a reference; it cannot be changed any more. NULL, without an error, for
 * none. */
glaze_animation *glaze_layer_animation(glaze_layer *layer, const char *key);

/* Removes the animation of a key; nothing when there is none. */
glaze_code glaze_layer_remove_animation(glaze_layer *layer, const char *key);

/* Removes all animations of a layer. */
glaze_code glaze_layer_remove_all_animations(glaze_layer *layer);

/* ----------------------------------------------------------------------------------- Transactions */

/* Called by Glaze with the context that was given with it. */
typedef void (*glaze_callback)(void *context);

/* Begins a transaction of this thread; transactions nest. */
void glaze_transaction_begin(void);

/* Ends the innermost transaction of this thread; nothing when none is open. */
void glaze_transaction_commit(void);

/* How long changes in the innermost transaction take, in seconds.
 * GLAZE_ERROR_INVALID_ARGUMENT: less than 0 or not finite. */
glaze_code glaze_transaction_set_duration(double seconds);

/* Whether changes in the innermost transaction show at once. */
void glaze_transaction_set_disables_actions(bool disables);

/* How changes in the innermost transaction are paced: "linear", "easeIn", "easeOut", "easeInEaseOut",
 * "default"; NULL is the default of each animation. */
glaze_code glaze_transaction_set_timing_function(const char *name);

/* Has a function called when all animations that are added from now on in the innermost transaction have
 * ended, by the commit or frame that ends them, on its thread; NULL takes it back. */
void glaze_transaction_set_completion(glaze_callback callback, void *context);

/* ----------------------------------------------------------------------------------------- Images */

/* How the four bytes of a pixel lie in memory: sRGB, 8 bits each. More may come. */
typedef enum glaze_pixel_format {
  /* R, G, B, A in the order of addresses, multiplied with alpha: what Glaze draws; the default. */
  GLAZE_PIXEL_FORMAT_RGBA8_PREMULTIPLIED = 0,
  /* B, G, R, A: cairo's ARGB32, Qt's ARGB32_Premultiplied on little-endian machines. */
  GLAZE_PIXEL_FORMAT_BGRA8_PREMULTIPLIED = 1,
  /* R, G, B, A, not multiplied: PNG, NumPy, Pillow. */
  GLAZE_PIXEL_FORMAT_RGBA8_STRAIGHT = 2,
  GLAZE_PIXEL_FORMAT_BGRA8_STRAIGHT = 3
} glaze_pixel_format;

/* Makes an image from a copy of pixels, row 0 on top.
 *
 * bytes_per_row: from a row to the next, at least four times the width.
 * NULL: GLAZE_ERROR_INVALID_ARGUMENT, for a side of 0 or above 32768 and rows that are too short. */
glaze_image *glaze_image_create(
    const void *pixels, uint32_t width, uint32_t height, size_t bytes_per_row,
    glaze_pixel_format format);

/* Reads a PNG, JPEG or WebP file. NULL: GLAZE_ERROR_IMAGE. */
glaze_image *glaze_image_open(const char *path);

/* Reads a PNG, JPEG or WebP in memory. NULL: GLAZE_ERROR_IMAGE. */
glaze_image *glaze_image_open_bytes(const void *bytes, size_t length);

/* Of an image, in pixels; 0 for what is no image. */
uint32_t glaze_image_width(glaze_image *image);
uint32_t glaze_image_height(glaze_image *image);

/* Copies the pixels of an image into memory, row 0 on top.
 * GLAZE_ERROR_INVALID_ARGUMENT: they do not fit into length bytes, or rows are too short. */
glaze_code glaze_image_read(
    glaze_image *image, void *pixels, size_t length, size_t bytes_per_row,
    glaze_pixel_format format);

/* Encodes an image as PNG; free *bytes with glaze_free(). */
glaze_code glaze_image_encode_png(glaze_image *image, void **bytes, size_t *length);

/* Writes an image as a PNG file, which appears complete or not at all. */
glaze_code glaze_image_write_png(glaze_image *image, const char *path);

/* ---------------------------------------------------------------------- Filters and emitter cells */

/* Makes a filter of a type, such as "gaussianBlur" or "colorSaturate"; set its inputs by key
 * ("inputRadius"). NULL: GLAZE_ERROR_INVALID_ARGUMENT. A type that is unknown draws nothing special, and
 * is told among the notices of a frame. */
glaze_filter *glaze_filter_create(const char *type);

/* Makes a cell for a layer's "emitterCells". */
glaze_emitter_cell *glaze_emitter_cell_create(void);

/* --------------------------------------------------------------------------------------- Documents */

typedef struct glaze_document glaze_document;

/* What reading may do. */
typedef struct glaze_document_options {
  size_t struct_size;
  /* The folder that no file named by the document may lie outside of; NULL trusts a JSON scene, and
   * confines a .caml to its own folder. A .ca folder is always confined to itself. */
  const char *asset_root;
  /* For bytes: the folder where names of files in the document start; NULL gives it no files. */
  const char *base_path;
  /* For bytes: stands for the file in messages; NULL is "document". */
  const char *name;
  /* Whether a warning is an error. */
  bool is_strict;
} glaze_document_options;

/* Reads a document from a .ca folder, a .caml file or a JSON scene; what is inside decides.
 *
 * options: may be NULL.
 * NULL: GLAZE_ERROR_DOCUMENT; the message begins with the place, file:line:column. */
glaze_document *glaze_document_open(const char *path, const glaze_document_options *options);

/* Reads a document, XML or JSON, from memory. */
glaze_document *glaze_document_open_bytes(
    const void *bytes, size_t length, const glaze_document_options *options);

/* Adds a reference and returns the handle. */
glaze_document *glaze_document_retain(glaze_document *document);

/* Takes a reference back; NULL is nothing. Layers of a document live on where they are held. */
void glaze_document_release(glaze_document *document);

/* The root layer, with a reference. */
glaze_layer *glaze_document_root(glaze_document *document);

/* What a document is. */
typedef struct glaze_document_info {
  size_t struct_size;
  /* The scene's name, or that of its file without the extension; lives as long as the document. */
  const char *name;
  /* The canvas, in points. */
  glaze_size size;
  /* How long it moves after the commit, in seconds: 0 when nothing is animated, infinity for ever. */
  double duration;
  /* The part of time that is played again and again, in seconds; both 0 when time goes on. */
  double loop_start, loop_end;
  /* What is behind the root; alpha 0 is nothing. */
  glaze_color background;
  /* Whether y points up around the root. */
  bool is_y_up;
} glaze_document_info;

/* Describes a document. */
glaze_code glaze_document_get_info(glaze_document *document, glaze_document_info *info);

/* The moment that is shown at a time after the commit, in seconds: the time itself, unless a part of time
 * is played again and again. NaN for what is no document. */
double glaze_document_moment(glaze_document *document, double time);

/* How many states a document can be in. */
size_t glaze_document_state_count(glaze_document *document);

/* The name of a state; lives as long as the document. NULL beyond the last. */
const char *glaze_document_state_at(glaze_document *document, size_t index);

/* The state that a document is in, NULL for none; lives as long as the document. */
const char *glaze_document_state(glaze_document *document);

/* Goes to a state; NULL leaves all states. is_animated: whether the document's transition is played.
 * GLAZE_ERROR_UNKNOWN_NAME: there is no such state. */
glaze_code glaze_document_set_state(
    glaze_document *document, const char *name, bool is_animated);

/* Something to tell about a document. */
typedef struct glaze_diagnostic {
  size_t struct_size;
  /* One line with the place: "file:line:column: warning: message". */
  const char *description;
  /* The message alone. */
  const char *message;
  const char *file;
  /* From 1; 0 when the trouble is with the file as a whole. */
  uint32_t line, column;
  /* The layer, as a path in a JSON scene; NULL elsewhere. */
  const char *layer;
} glaze_diagnostic;

/* How many warnings a document has. */
size_t glaze_document_diagnostic_count(glaze_document *document);

/* A warning, in the order of the text; its texts live as long as the document. */
glaze_code glaze_document_get_diagnostic(
    glaze_document *document, size_t index, glaze_diagnostic *diagnostic);

/* ---------------------------------------------------------------------------- Devices and renderers */

/* Something that draws; its texts live for ever. */
typedef struct glaze_device {
  size_t struct_size;
  /* What glaze_renderer_create() takes. */
  const char *name;
  /* "gpu", "rasteriser" (OpenGL on the CPU), "cpu" (Glaze's own code), "context" (the host's OpenGL
   * context), "unknown"; more may come. */
  const char *kind;
  /* For people. */
  const char *description;
} glaze_device;

/* Looks for devices and returns how many there are, at least 1; the list is this thread's until its next
 * call. Nothing is started: a driver may still refuse to work. */
size_t glaze_device_count(void);

/* A device of the list, best first, Glaze's own code last. */
glaze_code glaze_device_get(size_t index, glaze_device *device);

/* A device with what it keeps from frame to frame. */
typedef struct glaze_renderer glaze_renderer;

typedef struct glaze_renderer_options {
  size_t struct_size;
  /* A folder where OpenGL's programs are kept for later processes; NULL keeps none. */
  const char *program_cache;
  /* What may be kept between frames, in bytes; 0 is 256 MiB. */
  uint64_t memory_budget;
} glaze_renderer_options;

/* Makes a renderer, which starts a driver and takes long beside drawing a frame: keep it.
 *
 * device: NULL or "auto" for the best that works, "gl" for OpenGL alone, "cpu" for Glaze's own code,
 * "context" for the OpenGL context that is current on this thread and must be whenever the renderer is
 * used, or the name of a device.
 * options: may be NULL.
 * NULL: GLAZE_ERROR_UNKNOWN_NAME, GLAZE_ERROR_NO_DEVICE. */
glaze_renderer *glaze_renderer_create(
    const char *device, const glaze_renderer_options *options);

/* Takes the caller's reference back; NULL is nothing. Sessions keep their renderer. */
void glaze_renderer_release(glaze_renderer *renderer);

/* Describes what draws. */
glaze_code glaze_renderer_get_device(glaze_renderer *renderer, glaze_device *device);

/* What may be kept between frames, in bytes: frames get slower with less, never different. */
glaze_code glaze_renderer_set_memory_budget(glaze_renderer *renderer, uint64_t bytes);

/* Gives the renderer with its sessions and their layers up: the next thread that uses them owns them. */
glaze_code glaze_renderer_hand_over(glaze_renderer *renderer);

/* ---------------------------------------------------------------------------------------- Sessions */

/* The time of now: NaN, where a time is asked for. */
#define GLAZE_NOW ((double)(0.0 / 0.0))

/* The clock of sessions, in seconds: monotonic, as Apple's CACurrentMediaTime(). */
double glaze_current_time(void);

/* How a root becomes a picture; zeros are the defaults. */
typedef struct glaze_render_options {
  size_t struct_size;
  /* Of the picture, in pixels; both 0: the extent times the scale, rounded. */
  double width, height;
  /* Pixels a point, not used with a width; 0 is 1. */
  double scale;
  /* What fills the picture, in points, from the corner of the root; both 0: the root's bounds. */
  glaze_size extent;
  /* What lies behind the root; alpha 0 leaves the picture transparent. */
  glaze_color background;
  /* Whether y points up around the root, as on macOS; by default it points down. */
  bool is_y_up;
  /* Whether gradients and wide shadows show their steps of 8 bits instead of a pattern. */
  bool disables_dither;
  /* Whether changes of layers show in the next frame instead of being animated by themselves. */
  bool disables_actions;
} glaze_render_options;

/* One root layer that is drawn by one renderer, frame after frame. */
typedef struct glaze_session glaze_session;

/* The options that a document wants: its canvas, background and where y points. Fields that the struct of
 * the caller has and documents do not know become zero. */
glaze_code glaze_document_get_render_options(
    glaze_document *document, glaze_render_options *options);

/* Makes a session, which keeps its renderer and root; nothing is drawn yet.
 *
 * root: fills the picture; its position is ignored, and its superlayers have no effect.
 * options: may be NULL. */
glaze_session *glaze_session_create(
    glaze_renderer *renderer, glaze_layer *root, const glaze_render_options *options);

/* Takes the caller's reference back; NULL is nothing. Call it on the renderer's thread. */
void glaze_session_release(glaze_session *session);

/* What changes here shows in the next frame. */
glaze_code glaze_session_set_options(
    glaze_session *session, const glaze_render_options *options);

/* The size of the next frame, in pixels. */
glaze_code glaze_session_get_size(glaze_session *session, uint32_t *width, uint32_t *height);

/* Commits what changed in the layers and draws nothing. Animations that are new begin at this time, in
 * seconds of media time or GLAZE_NOW; later frames depend on what was committed and on their time alone. */
glaze_code glaze_session_commit(glaze_session *session, double time);

/* Whether layers or options changed since the last frame; true before the first. */
glaze_code glaze_session_has_changes(glaze_session *session, bool *result);

/* When the next frame will look different: time itself when one is due or an animation runs, when the next
 * animation begins, or infinity. time: the earliest at which it could be drawn, or GLAZE_NOW. */
glaze_code glaze_session_next_frame_time(glaze_session *session, double time, double *result);

/* Has a function called when a frame is due because layers or options changed: once, and again after the
 * next frame. It is called in the middle of the change: have a loop draw soon, and do not draw in it.
 * NULL ends it. */
glaze_code glaze_session_set_update_callback(
    glaze_session *session, glaze_callback callback, void *context);

typedef enum glaze_target_kind {
  /* Memory of the caller's, row 0 on top. */
  GLAZE_TARGET_MEMORY = 0,
  /* The framebuffer that is bound for drawing in the current OpenGL context, at x, y from its bottom
   * left. */
  GLAZE_TARGET_CURRENT_FRAMEBUFFER = 1,
  /* A framebuffer of the current context by name; 0 is the window's. */
  GLAZE_TARGET_FRAMEBUFFER = 2,
  /* Level 0 of a two-dimensional texture of the current context. */
  GLAZE_TARGET_TEXTURE = 3
} glaze_target_kind;

/* Where a frame goes. All but memory need a renderer on "context". */
typedef struct glaze_target {
  size_t struct_size;
  glaze_target_kind kind;
  /* Memory: its address and length in bytes, the bytes from a row to the next (at least four times the
   * width; what lies between is left as it is), and how pixels lie. */
  glaze_pixel_format format;
  void *pixels;
  size_t length;
  size_t bytes_per_row;
  /* Framebuffer and texture: OpenGL's name, and the size of what may be drawn to, in pixels. */
  uint32_t name;
  uint32_t width, height;
  /* Current framebuffer: where the bottom left of the picture goes, in pixels. */
  int32_t x, y;
  /* Framebuffer and texture: whether row 0 is on top; OpenGL's windows have it at the bottom. */
  bool is_top_down;
} glaze_target;

/* What was drawn; what it points to lives until the session's next frame or end. */
typedef struct glaze_frame {
  size_t struct_size;
  /* In pixels. */
  uint32_t width, height;
  /* The parts of the picture that may differ from the session's frame before, in pixels from the top
   * left. */
  const glaze_rect *damage;
  size_t damage_count;
  /* What the layers ask for and pictures leave out or replace, a line each, as far as it was not told with
   * an earlier frame; "" for nothing. */
  const char *notices;
} glaze_frame;

/* Commits what changed and draws what the layers show at a time, in seconds of media time or GLAZE_NOW.
 *
 * frame: gets what was drawn; may be NULL.
 * GLAZE_ERROR_INVALID_SIZE, GLAZE_ERROR_INVALID_ARGUMENT when the picture does not fit into the memory,
 * GLAZE_ERROR_UNSUPPORTED_TARGET, GLAZE_ERROR_DRAWING, GLAZE_ERROR_WRONG_THREAD. */
glaze_code glaze_session_render(
    glaze_session *session, double time, const glaze_target *target, glaze_frame *frame);

/* Commits what changed and draws into a new image. */
glaze_image *glaze_session_render_image(glaze_session *session, double time);

/* --------------------------------------------------------------------------------------- Sequences */

/* The frames of a sequence: times from start on, without one at end. */
typedef struct glaze_sequence {
  size_t struct_size;
  /* In seconds after the commit. */
  double start, end;
  /* Frames a second as a fraction: 60 / 1, 30000 / 1001; a denominator of 0 is 1, a numerator of 0 is 60. */
  uint32_t rate_numerator, rate_denominator;
  /* The part of time that is shown again and again, in seconds; both 0 when time goes on. */
  double loop_start, loop_end;
  /* How many frames are encoded at once; 0 is one for each core. */
  uint32_t jobs;
  /* Asked before each frame on the thread of the caller; false stops. The renderer is busy: using it is
   * GLAZE_ERROR_WRONG_THREAD. May be NULL. */
  bool (*progress)(void *context, size_t finished, size_t count);
  void *progress_context;
} glaze_sequence;

/* A frame of a sequence; it lives until the callback returns. */
typedef struct glaze_sequence_frame {
  size_t struct_size;
  /* From 0. */
  size_t number;
  /* In seconds. */
  double time;
  /* In pixels. */
  uint32_t width, height;
  /* R, G, B, A, premultiplied; rows without padding, row 0 on top. */
  const void *pixels;
} glaze_sequence_frame;

/* Takes a frame, in the order of the frames and never two at once, on a thread of Glaze's; false stops. */
typedef bool (*glaze_sequence_sink)(void *context, const glaze_sequence_frame *frame);

/* Draws a sequence of frames into a function. What changed in the layers is committed at time 0.
 * GLAZE_ERROR_STOPPED: a callback said so. */
glaze_code glaze_session_render_sequence(
    glaze_session *session, const glaze_sequence *sequence, glaze_sequence_sink sink,
    void *context);

/* Draws a sequence of frames into a file: .png with a number such as %04d in the name, .apng, .webp,
 * .y4m, or, through ffmpeg, .webm, .mp4, .mov, .gif; what the ending says. */
glaze_code glaze_session_write_sequence(
    glaze_session *session, const glaze_sequence *sequence, const char *path);

#ifdef __cplusplus
}
#endif

#endif
