/*
 * glaze.h: Glaze for C.
 *
 * Glaze draws trees of layers as Apple's Core Animation does. A program opens a document or builds
 * layers, makes a renderer (a device) and a session (one root that it draws), and renders frames into
 * its own memory or into its own OpenGL context. Docs/reference/c.md is a tour in fifty lines.
 *
 * Handles. A handle is a pointer that identifies an object and is never an address: do not dereference
 * it. A function that returns a handle gives its caller a reference, which the caller releases. An
 * object lives as long as anything refers to it: a sublayer lives in its superlayer after its handle was
 * released. Two handles of one object are equal while one of them is held. NULL, a handle that was
 * released, and a handle of another kind are errors, never undefined; glaze_set_aborts_on_misuse() has
 * them end the program with a message, which debug builds of the library do by default.
 *
 * Errors. A function that can fail returns a glaze_code, or NULL or 0 instead of its result. The
 * thread then has a code and a text: glaze_error_code(), glaze_error_message(). A call that succeeds leaves both
 * as they were. A call that fails has changed nothing, unless its comment says so.
 *
 * Memory. The caller's memory is used only until the call returns. Text that is returned as
 * const char * belongs to Glaze and lives as long as the function's comment says. Memory that the caller frees is
 * returned through a pointer to a pointer and freed by glaze_free(), or lies in a glaze_value and is freed
 * by glaze_value_clear(). All text is UTF-8 and ends with a zero.
 *
 * Structs. A struct that may grow begins with struct_size: set it to sizeof of the struct. Fields that are
 * zero have their defaults, so that an initializer names only the others:
 *
 *     glaze_render_options options = {.struct_size = sizeof options, .scale = 2};
 *
 * Threads. A renderer belongs to the thread that made it, with its sessions and their layers; another
 * thread gets GLAZE_ERROR_WRONG_THREAD, unless glaze_renderer_hand_over() released them. Objects that no
 * session draws may be used by any thread, one thread at a time. The functions for errors, devices and
 * references, and those that make objects, may be called on all threads at once.
 *
 * Processes. A child of fork() has none of the threads that its parent drew with. Drawing in it fails with
 * GLAZE_ERROR_FORKED, unless the parent has made no renderer: use posix_spawn(), or fork first.
 *
 * Units. Lengths are points, times are seconds, angles are radians, colors are sRGB with straight alpha,
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

/* Frees memory that Glaze returned to the caller; NULL is ignored. */
void glaze_free(void *memory);

/* ----------------------------------------------------------------------------------------- Errors */

/* The kind of an error. Codes may be added: treat an unknown code as any other error. */
typedef enum glaze_code {
  GLAZE_OK = 0,
  /* A handle is NULL, was released, or is of another kind. */
  GLAZE_ERROR_INVALID_HANDLE = 1,
  /* A parameter is NULL, out of range or not finite, or a struct_size is wrong. */
  GLAZE_ERROR_INVALID_ARGUMENT = 2,
  /* A name is unknown: a class, a key, a device, a state, a filter. */
  GLAZE_ERROR_UNKNOWN_NAME = 3,
  /* A property does not take values of this type, or its value has another type. */
  GLAZE_ERROR_WRONG_TYPE = 4,
  /* The image would be empty or larger than can be drawn. */
  GLAZE_ERROR_INVALID_SIZE = 5,
  /* No device can draw, or the requested one does not exist. */
  GLAZE_ERROR_NO_DEVICE = 6,
  /* The device cannot draw into this kind of target. */
  GLAZE_ERROR_UNSUPPORTED_TARGET = 7,
  /* The device failed while it drew. */
  GLAZE_ERROR_DRAWING = 8,
  /* The renderer belongs to another thread. */
  GLAZE_ERROR_WRONG_THREAD = 9,
  /* A document cannot be read. */
  GLAZE_ERROR_DOCUMENT = 10,
  /* An image cannot be read. */
  GLAZE_ERROR_IMAGE = 11,
  /* A file cannot be written. */
  GLAZE_ERROR_WRITING = 12,
  /* A callback stopped the work. */
  GLAZE_ERROR_STOPPED = 13,
  /* Any other error; see the message. */
  GLAZE_ERROR_OTHER = 14,
  /* The device cannot show the contents of a layer. */
  GLAZE_ERROR_UNSUPPORTED_CONTENTS = 15,
  /* The image exceeds a limit, such as layers, instances or memory; the message names it. */
  GLAZE_ERROR_LIMIT = 16,
  /* A library of the system that the document, the image or a layer needs is not installed; the message names it,
   * its package and what needs it. */
  GLAZE_ERROR_MISSING_LIBRARY = 17,
  /* The process was forked from one that had drawn with Glaze. */
  GLAZE_ERROR_FORKED = 18
} glaze_code;

/* The code of the last failure on this thread; GLAZE_OK before the first, and after a clear. */
glaze_code glaze_error_code(void);

/* The last failure of this thread and what to do, for people; "" before the first. Lives until the next
 * failure on this thread. */
const char *glaze_error_message(void);

/* Clears the last failure of this thread. */
void glaze_error_clear(void);

/* Whether a handle that was released or has another kind ends the program with a message on the
 * standard error stream; NULL remains an error. Default: false, and true in debug builds of the library. */
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

/* sRGB, straight alpha; components outside 0 to 1 are colors outside sRGB. */
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
 * name the expected kind; passing another one is GLAZE_ERROR_INVALID_HANDLE. */
typedef struct glaze_object glaze_object;
typedef glaze_object glaze_layer;
typedef glaze_object glaze_animation;
typedef glaze_object glaze_image;
typedef glaze_object glaze_filter;
typedef glaze_object glaze_emitter_cell;

/* The types of values; types may be added. */
typedef enum glaze_type {
  /* Nothing: no color, no path, no mask. */
  GLAZE_TYPE_NONE = 0,
  /* A number or bits. */
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
  GLAZE_TYPE_ANY = 12,
  /* True or false. */
  GLAZE_TYPE_BOOL = 13
} glaze_type;

/* A value with its type. Its size is 136 bytes and will not change. */
typedef struct glaze_value {
  glaze_type type;
  /* 0. */
  uint32_t reserved;
  union {
    double number;
    bool boolean;
    glaze_point point;
    glaze_size size;
    glaze_rect rect;
    glaze_color color;
    glaze_transform transform;
    glaze_affine affine;
    /* For GLAZE_TYPE_STRING and GLAZE_TYPE_PATH. */
    const char *string;
    struct {
      const struct glaze_value *values;
      size_t count;
    } array;
    glaze_object *object;
  } as;
} glaze_value;

/* Frees the memory and the reference that glaze_object_get() put into a value, and makes it
 * GLAZE_TYPE_NONE. Not for values that the caller filled. NULL is ignored. */
void glaze_value_clear(glaze_value *value);

/* ---------------------------------------------------------------------------------------- Objects */

/* Adds a reference and returns the handle; NULL if it is not a handle. */
glaze_object *glaze_object_retain(glaze_object *object);

/* Releases a reference; NULL is ignored. A handle ends with its last reference. */
void glaze_object_release(glaze_object *object);

/* Apple's name of the object's class, such as "CAShapeLayer"; lives for ever. NULL if it is not a
 * handle. */
const char *glaze_object_class_name(glaze_object *object);

/* The number of the object's properties; 0 for objects without properties, such as images. */
size_t glaze_object_key_count(glaze_object *object);

/* The name of a property, which lives for ever; NULL beyond the last. */
const char *glaze_object_key_at(glaze_object *object, size_t index);

/* The type of values that a property takes; GLAZE_TYPE_NONE, with an error, for a key that the object does
 * not have. A key may be a path: "position.x", "transform.rotation.z", "sublayers.NAME.opacity". */
glaze_type glaze_object_key_type(glaze_object *object, const char *key);

/* Sets the property of a key, which may be a path.
 *
 * Keys are Apple's: "hidden", not "isHidden". A change of a layer that was drawn is animated, as in Core
 * Animation, unless the transaction or the session disables actions.
 *
 * GLAZE_ERROR_UNKNOWN_NAME: the object has no such property, or the property does not take this name.
 * GLAZE_ERROR_WRONG_TYPE: the property takes values of another type, or is read only.
 * GLAZE_ERROR_INVALID_ARGUMENT: a pointer is NULL, a path is malformed, or a string is not UTF-8.
 *
 * Keys that take several forms: "timingFunction" takes a name or an array of four numbers, the control
 * points; "compositingFilter" a name or a filter; "contents" an image; "mask" a layer; "sublayers",
 * "filters", "emitterCells" and "animations" arrays of objects; "fromValue", "toValue", "byValue" and
 * "values" whatever the animated property takes. */
glaze_code glaze_object_set(glaze_object *object, const char *key, const glaze_value *value);

/* Sets a property to nothing: no color, no path, no mask, 0, false. */
glaze_code glaze_object_set_none(glaze_object *object, const char *key);

/* The same as glaze_object_set() with a value of one type. */
glaze_code glaze_object_set_number(glaze_object *object, const char *key, double number);
glaze_code glaze_object_set_bool(glaze_object *object, const char *key, bool boolean);
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
/* value: NULL removes the value. */
glaze_code glaze_object_set_object(glaze_object *object, const char *key, glaze_object *value);
glaze_code glaze_object_set_objects(
    glaze_object *object, const char *key, glaze_object *const *values, size_t count);

/* Reads the property of a key, which may be a path. Free the value with glaze_value_clear(). A property that was
 * not set has its default or GLAZE_TYPE_NONE. A failure makes the value GLAZE_TYPE_NONE. */
glaze_code glaze_object_get(glaze_object *object, const char *key, glaze_value *value);

/* The same for values of one type; another type is GLAZE_ERROR_WRONG_TYPE, and *result stays as it was. */
glaze_code glaze_object_get_number(glaze_object *object, const char *key, double *result);
glaze_code glaze_object_get_bool(glaze_object *object, const char *key, bool *result);
glaze_code glaze_object_get_point(glaze_object *object, const char *key, glaze_point *result);
glaze_code glaze_object_get_size(glaze_object *object, const char *key, glaze_size *result);
glaze_code glaze_object_get_rect(glaze_object *object, const char *key, glaze_rect *result);
glaze_code glaze_object_get_color(glaze_object *object, const char *key, glaze_color *result);
glaze_code glaze_object_get_transform(
    glaze_object *object, const char *key, glaze_transform *result);

/* ----------------------------------------------------------------------------------------- Layers */

/* Makes a layer with the defaults of its class. NULL: GLAZE_ERROR_UNKNOWN_NAME.
 *
 * The classes; generated: classes of layers
 * "CALayer", "CATransformLayer", "CAGradientLayer", "CAShapeLayer", "CAReplicatorLayer",
 * "CAScrollLayer", "CATiledLayer", "CAEmitterLayer", "CABackdropLayer", "CATextLayer"
 * generated end */
glaze_layer *glaze_layer_create(const char *class_name);

/* Makes a layer the last, frontmost sublayer and removes it from its superlayer or from the layer that it masks.
 * GLAZE_ERROR_INVALID_ARGUMENT: the layer itself, or a layer that contains it. */
glaze_code glaze_layer_add(glaze_layer *layer, glaze_layer *sublayer);

/* Inserts a sublayer at an index, counted after it was removed from its old position; beyond the last it is added. */
glaze_code glaze_layer_insert(glaze_layer *layer, glaze_layer *sublayer, size_t index);

/* Removes a layer from its superlayer, or from the layer that it masks; does nothing for a root. */
glaze_code glaze_layer_remove(glaze_layer *layer);

/* The number of sublayers; 0 if it is not a layer. */
size_t glaze_layer_count(glaze_layer *layer);

/* A sublayer, with a reference; NULL, with an error, beyond the last. */
glaze_layer *glaze_layer_at(glaze_layer *layer, size_t index);

/* The superlayer, or the layer that it masks, with a reference; NULL, without an error, for a root. */
glaze_layer *glaze_layer_superlayer(glaze_layer *layer);

/* The first layer with a name among the layer and all layers in it, in the order of drawing, with a reference;
 * NULL, without an error, if there is none. */
glaze_layer *glaze_layer_find(glaze_layer *layer, const char *name);

/* The frontmost layer at a point, in the coordinates of the layer's superlayer, with a reference; NULL,
 * without an error, for none. */
glaze_layer *glaze_layer_hit_test(glaze_layer *layer, glaze_point point);

/* Converts a point from a layer's coordinates to those of another in the same tree; NULL as target means
 * the coordinates of the root. */
glaze_code glaze_layer_convert_point(
    glaze_layer *layer, glaze_point point, glaze_layer *target, glaze_point *result);

/* ------------------------------------------------------------------------------------- Animations */

/* Makes an animation of a class. Set duration, fromValue, values and the like by key.
 *
 * The classes; generated: classes of animations
 * "CABasicAnimation", "CASpringAnimation", "CAKeyframeAnimation", "CAAnimationGroup",
 * "CATransition", "CAMatchMoveAnimation"
 * generated end
 *
 * key_path: of the property that is animated; NULL for groups and transitions.
 * NULL: GLAZE_ERROR_UNKNOWN_NAME. */
glaze_animation *glaze_animation_create(const char *class_name, const char *key_path);

/* Adds a copy of an animation; it begins with the next commit, unless its beginTime is set.
 *
 * key: the key of the animation, which replaces an animation with the same key; NULL for none. */
glaze_code glaze_layer_add_animation(
    glaze_layer *layer, glaze_animation *animation, const char *key);

/* The animation of a key, with a reference; it cannot be changed any more. NULL, without an error, for
 * none. */
glaze_animation *glaze_layer_animation(glaze_layer *layer, const char *key);

/* Removes the animation of a key; does nothing if there is none. */
glaze_code glaze_layer_remove_animation(glaze_layer *layer, const char *key);

/* Removes all animations of a layer. */
glaze_code glaze_layer_remove_all_animations(glaze_layer *layer);

/* ----------------------------------------------------------------------------------- Transactions */

/* A function that Glaze calls with the context that was passed with it. */
typedef void (*glaze_callback)(void *context);

/* Begins a transaction of this thread; transactions nest. */
void glaze_transaction_begin(void);

/* Ends the innermost transaction of this thread; does nothing if none is open. */
void glaze_transaction_commit(void);

/* Sets the duration of animations of changes in the innermost transaction, in seconds.
 * GLAZE_ERROR_INVALID_ARGUMENT: less than 0 or not finite. */
glaze_code glaze_transaction_set_duration(double seconds);

/* Sets whether changes in the innermost transaction are shown at once, without animations. */
void glaze_transaction_set_disables_actions(bool disables);

/* Sets the timing function of changes in the innermost transaction: "linear", "easeIn", "easeOut", "easeInEaseOut",
 * "default"; NULL is the default of each animation. */
glaze_code glaze_transaction_set_timing_function(const char *name);

/* Sets a function that is called when all animations that are added from now on in the innermost transaction have
 * ended, by the commit or frame that ends them, on its thread; NULL removes it. */
void glaze_transaction_set_completion(glaze_callback callback, void *context);

/* ----------------------------------------------------------------------------------------- Images */

/* The layout of a pixel: four components in the byte order of the machine. Images have the numbers of sRGB, which
 * half floats and floats continue below 0 and above 1; frames have those of glaze_output. Formats may be added. */
typedef enum glaze_pixel_format {
  /* R, G, B, A in the order of addresses, multiplied by alpha: the format in which Glaze draws; the default. */
  GLAZE_PIXEL_FORMAT_RGBA8_PREMULTIPLIED = 0,
  /* B, G, R, A: cairo's ARGB32, Qt's ARGB32_Premultiplied on little-endian machines. */
  GLAZE_PIXEL_FORMAT_BGRA8_PREMULTIPLIED = 1,
  /* R, G, B, A, not multiplied: PNG, NumPy, Pillow. */
  GLAZE_PIXEL_FORMAT_RGBA8_STRAIGHT = 2,
  GLAZE_PIXEL_FORMAT_BGRA8_STRAIGHT = 3,
  /* R, G, B, A with 16 bits each. */
  GLAZE_PIXEL_FORMAT_RGBA16_PREMULTIPLIED = 4,
  GLAZE_PIXEL_FORMAT_RGBA16_STRAIGHT = 5,
  /* R, G, B, A as half floats: 8 bytes. */
  GLAZE_PIXEL_FORMAT_RGBA_HALF_PREMULTIPLIED = 6,
  GLAZE_PIXEL_FORMAT_RGBA_HALF_STRAIGHT = 7,
  /* R, G, B, A as floats: 16 bytes. */
  GLAZE_PIXEL_FORMAT_RGBA_FLOAT_PREMULTIPLIED = 8,
  GLAZE_PIXEL_FORMAT_RGBA_FLOAT_STRAIGHT = 9
} glaze_pixel_format;

/* Makes an image from a copy of pixels, row 0 at the top.
 *
 * bytes_per_row: the distance between rows, at least the bytes of a row's pixels.
 * NULL: GLAZE_ERROR_INVALID_ARGUMENT, for a side of 0 or above 32768 and rows that are too short. */
glaze_image *glaze_image_create(
    const void *pixels, uint32_t width, uint32_t height, size_t bytes_per_row,
    glaze_pixel_format format);

/* Reads a PNG, JPEG or WebP file. NULL: GLAZE_ERROR_IMAGE. */
glaze_image *glaze_image_open(const char *path);

/* Reads a PNG, JPEG or WebP in memory. NULL: GLAZE_ERROR_IMAGE. */
glaze_image *glaze_image_open_bytes(const void *bytes, size_t length);

/* The size of an image, in pixels; 0 if it is not an image. */
uint32_t glaze_image_width(glaze_image *image);
uint32_t glaze_image_height(glaze_image *image);

/* Copies the pixels of an image into memory, row 0 at the top.
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
 * ("inputRadius"). NULL: GLAZE_ERROR_INVALID_ARGUMENT. An unknown type has no effect, and is reported in the
 * notices of a frame. */
glaze_filter *glaze_filter_create(const char *type);

/* Makes a cell for a layer's "emitterCells". */
glaze_emitter_cell *glaze_emitter_cell_create(void);

#ifdef __cplusplus
}
#endif

/* Images of other programs; documents, renderers, sessions and sequences. */
#include "glaze_share.h"
#include "glaze_render.h"

#endif
