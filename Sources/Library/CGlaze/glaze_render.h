/*
 * glaze_render.h: documents, devices, renderers, sessions and sequences. glaze.h includes it and documents
 * the rules that hold for all functions.
 */
#ifndef GLAZE_RENDER_H
#define GLAZE_RENDER_H

#include "glaze.h"
#include "glaze_share.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------- Documents */

typedef struct glaze_document glaze_document;

/* An image that replaces one of a Lottie document. */
typedef struct glaze_named_image {
  /* The name of the image that is replaced, of glaze_document_image_at(); NULL ends a list. */
  const char *name;
  glaze_image *image;
} glaze_named_image;

/* Options for reading documents. */
typedef struct glaze_document_options {
  size_t struct_size;
  /* The folder that contains all files that the document may name; NULL trusts a JSON scene, and
   * confines a .caml to its own folder. A .ca folder is always confined to itself. */
  const char *asset_root;
  /* For bytes: the folder that file names in the document are relative to; NULL rejects files. */
  const char *base_path;
  /* For bytes: the name of the file in messages; NULL is "document". */
  const char *name;
  /* Whether a warning is an error. */
  bool is_strict;
  /* The document of a container to read: the name of a plane, such as "Floating", of a bundle, or of a
   * wallpaper; NULL reads the planes of the first wallpaper, else the first document. */
  const char *part;
  /* The marker of a Lottie document whose part is read; NULL reads all of it. */
  const char *marker;
  /* The theme of a dotLottie container whose values replace those of slots; NULL for the document's. */
  const char *theme;
  /* Values that replace those of slots and texts of a Lottie document: a list of texts NAME=VALUE that
   * ends with NULL; NULL for none. A value is a text, a color such as #FF8000, or JSON of the slot's kind. */
  const char *const *slots;
  /* Images that replace those of a Lottie document: a list that ends with a NULL name; NULL for none. They
   * fill the areas of those that they replace. */
  const glaze_named_image *images;
} glaze_document_options;

/* Reads a document from a .ca folder, a .caml file, a .caar archive, a JSON scene, or a container of
 * these, such as a .tendies archive or a folder; the content decides, not the name.
 *
 * options: may be NULL.
 * NULL: GLAZE_ERROR_DOCUMENT; the message begins with the position, file:line:column. */
glaze_document *glaze_document_open(const char *path, const glaze_document_options *options);

/* Reads a document, XML, JSON or an archive, from memory. */
glaze_document *glaze_document_open_bytes(
    const void *bytes, size_t length, const glaze_document_options *options);

/* Adds a reference and returns the handle. */
glaze_document *glaze_document_retain(glaze_document *document);

/* Releases a reference; NULL is ignored. Layers of a document live on as long as they are referenced. */
void glaze_document_release(glaze_document *document);

/* The root layer, with a reference. */
glaze_layer *glaze_document_root(glaze_document *document);

/* The description of a document. */
typedef struct glaze_document_info {
  size_t struct_size;
  /* The scene's name, or that of its file without the extension; lives as long as the document. */
  const char *name;
  /* The canvas, in points. */
  glaze_size size;
  /* The duration of its animations after the commit, in seconds: 0 without animations, infinity if they never end. */
  double duration;
  /* The range of time that is repeated, in seconds; both 0 if time is not looped. */
  double loop_start, loop_end;
  /* The background; alpha 0 is transparent. */
  glaze_color background;
  /* Whether y points up around the root. */
  bool is_y_up;
  /* Whether the background is a checkerboard; the background above is then its mean color. */
  bool is_checkered;
} glaze_document_info;

/* Describes a document. */
glaze_code glaze_document_get_info(glaze_document *document, glaze_document_info *info);

/* The document's time at a time after the commit, in seconds: the same, unless a range of time is
 * looped. NaN if it is not a document. */
double glaze_document_moment(glaze_document *document, double time);

/* The number of documents in the container that a document was read from; 0 without a container. */
size_t glaze_document_part_count(glaze_document *document);

/* The name of one of them, for the option `part`; lives as long as the document. NULL beyond the
 * last. */
const char *glaze_document_part_at(glaze_document *document, size_t index);

/* A named part of a Lottie document. */
typedef struct glaze_marker {
  size_t struct_size;
  /* Lives as long as the document. */
  const char *name;
  /* From the start of the whole document, in seconds; a duration of 0 is a single frame. */
  double start, duration;
} glaze_marker;

/* The number of markers of a Lottie document; 0 for other documents. */
size_t glaze_document_marker_count(glaze_document *document);

/* A marker, in the order of the document. */
glaze_code glaze_document_get_marker(
    glaze_document *document, size_t index, glaze_marker *marker);

/* The number of slots of a Lottie document, whose values the option `slots` replaces; 0 for other documents. */
size_t glaze_document_slot_count(glaze_document *document);

/* The name of a slot; lives as long as the document. NULL beyond the last. */
const char *glaze_document_slot_at(glaze_document *document, size_t index);

/* The number of images of a Lottie document, which the option `images` replaces; 0 for other documents. */
size_t glaze_document_image_count(glaze_document *document);

/* The name of an image; lives as long as the document. NULL beyond the last. */
const char *glaze_document_image_at(glaze_document *document, size_t index);

/* The number of themes of a dotLottie container; 0 for other documents. */
size_t glaze_document_theme_count(glaze_document *document);

/* The name of a theme, for the option `theme`; lives as long as the document. NULL beyond the last. */
const char *glaze_document_theme_at(glaze_document *document, size_t index);

/* The number of states of a document. */
size_t glaze_document_state_count(glaze_document *document);

/* The name of a state; lives as long as the document. NULL beyond the last. */
const char *glaze_document_state_at(glaze_document *document, size_t index);

/* The state that a document is in, NULL for none; lives as long as the document. */
const char *glaze_document_state(glaze_document *document);

/* Changes to a state; NULL leaves all states. is_animated: whether the document's transition is played.
 * GLAZE_ERROR_UNKNOWN_NAME: there is no such state. */
glaze_code glaze_document_set_state(
    glaze_document *document, const char *name, bool is_animated);

/* A diagnostic of a document. */
typedef struct glaze_diagnostic {
  size_t struct_size;
  /* One line with the position: "file:line:column: warning: message". */
  const char *description;
  /* The message alone. */
  const char *message;
  const char *file;
  /* Counted from 1; 0 if the diagnostic concerns the whole file. */
  uint32_t line, column;
  /* The layer, as a path in a JSON scene; NULL elsewhere. */
  const char *layer;
} glaze_diagnostic;

/* The number of warnings of a document. */
size_t glaze_document_diagnostic_count(glaze_document *document);

/* A warning, in the order of the text; its texts live as long as the document. */
glaze_code glaze_document_get_diagnostic(
    glaze_document *document, size_t index, glaze_diagnostic *diagnostic);

/* ---------------------------------------------------------------------------- Devices and renderers */

/* A device that draws; its texts live for ever. */
typedef struct glaze_device {
  size_t struct_size;
  /* The name for glaze_renderer_create(). */
  const char *name;
  /* "gpu", "rasteriser" (OpenGL on the CPU), "cpu" (Glaze's own code), "context" (the host's OpenGL
   * context), "unknown"; kinds may be added. */
  const char *kind;
  /* A description for people. */
  const char *description;
} glaze_device;

/* Looks for devices and returns their number, at least 1; the list belongs to this thread until its next
 * call. No driver is started: a device may still fail. */
size_t glaze_device_count(void);

/* A device of the list, best first, Glaze's own code last. */
glaze_code glaze_device_get(size_t index, glaze_device *device);

/* A device with its caches. */
typedef struct glaze_renderer glaze_renderer;

typedef struct glaze_renderer_options {
  size_t struct_size;
  /* A folder that caches OpenGL shader programs for later processes; NULL disables the cache. */
  const char *program_cache;
  /* The limit of the caches between frames, in bytes; 0 is 256 MiB. */
  uint64_t memory_budget;
  /* Only for the device "context", where neither EGL nor GLX made it (OSMesa, a driver that is linked into the
   * program): returns the address of an OpenGL function by its name, or NULL. It is called when the renderer is
   * made, and again after the context was lost. NULL finds the functions of EGL and GLX. */
  void *(*get_proc_address)(void *library, const char *name);
  /* Returns what identifies the context that is current on this thread, or NULL where none is; it is called
   * before and after frames. NULL asks EGL and GLX. It needs get_proc_address. */
  void *(*get_current_context)(void *library);
  /* Passed to both functions. */
  void *library;
} glaze_renderer_options;

/* Makes a renderer. It starts a driver, which takes much longer than drawing a frame: reuse the renderer.
 *
 * device: NULL or "auto" for the best that works, "gl" for OpenGL alone, "gles" for OpenGL ES alone, "cpu" for Glaze's own code,
 * "context" for the OpenGL context that is current on this thread and must be whenever the renderer is
 * used, or the name of a device.
 * options: may be NULL.
 * NULL: GLAZE_ERROR_UNKNOWN_NAME, GLAZE_ERROR_NO_DEVICE. */
glaze_renderer *glaze_renderer_create(
    const char *device, const glaze_renderer_options *options);

/* Releases the caller's reference; NULL is ignored. Sessions retain their renderer. */
void glaze_renderer_release(glaze_renderer *renderer);

/* Describes the device of a renderer. */
glaze_code glaze_renderer_get_device(glaze_renderer *renderer, glaze_device *device);

/* Sets the limit of the caches between frames, in bytes. Less memory makes frames slower, never different. */
glaze_code glaze_renderer_set_memory_budget(glaze_renderer *renderer, uint64_t bytes);

/* Releases the renderer with its sessions and their layers: they then belong to the next thread that uses them. */
glaze_code glaze_renderer_hand_over(glaze_renderer *renderer);

/* ---------------------------------------------------------------------------------------- Sessions */

/* The current time, for parameters that are times: NaN. */
#define GLAZE_NOW ((double)(0.0 / 0.0))

/* The clock of sessions, in seconds: monotonic, as Apple's CACurrentMediaTime(). */
double glaze_current_time(void);

/* The limits of one image; zeros are the defaults, which are far above the cost of documents for screens.
 * A frame that exceeds a limit fails with GLAZE_ERROR_LIMIT before its work begins; the message names the
 * layer and the limit. */
typedef struct glaze_limits {
  size_t struct_size;
  /* Layers; layers in replicators count once for each copy. */
  uint64_t layers;
  /* Drawn instances: boxes, images, particles. */
  uint64_t instances;
  /* Pieces into which planes of a 3D scene cut each other. */
  uint64_t pieces;
  /* Offscreen images of the frame, and their bytes at one time, with those of the masks of paths. */
  uint64_t passes, memory;
  /* Segments of all paths, colors of all gradients, particles of all emitters. */
  uint64_t segments, stops, particles;
  /* Pixels of all images, each image once. */
  uint64_t pixels;
  /* UTF-16 units of all texts that are laid out for the frame. */
  uint64_t text;
  /* Levels of nested layers. */
  uint64_t nesting;
  /* The time until the frame is planned. */
  uint64_t milliseconds;
  /* Pixels that all items fill: each pixel counts for each item over it, once for one of a plain color and up to 28
   * times for one that takes longer. */
  uint64_t fill;
} glaze_limits;

/* The encoding of images: their color space, their depth, and the brightness of white; zeros are sRGB with 8 bits.
 * Colors, gradients, contents and shadows are converted to it before they are composited. */
typedef struct glaze_output {
  size_t struct_size;
  /* "srgb", "p3" or "rec2020", alone or with "-linear", "-pq", "-hlg" or "-gamma22"; NULL is "srgb". */
  const char *space;
  /* "8", "10", "16" (bits), "half" or "float"; NULL is "half" for linear spaces, "10" for PQ and HLG, else "8". */
  const char *depth;
  /* The brightest light in multiples of white, 1 to 100; 0 is 1. */
  double headroom;
  /* The luminance of white in cd/m2, for PQ; 0 is 203. */
  double white;
  /* Whether light is composited, and the finished frame encoded; only for frames in memory. */
  bool composites_light;
} glaze_output;

/* The meaning of the numbers in frames of an output, for displays and programs that show them. */
typedef struct glaze_hdr_metadata {
  size_t struct_size;
  /* Code points of ITU-T H.273; the matrix is 0, because components are R, G and B. */
  uint16_t primaries, transfer, matrix;
  bool is_full_range;
  /* The display for which frames are made (SMPTE ST 2086): x and y of red, green, blue and white, and its light in
   * cd/m2. */
  double display_primaries[8];
  double maximum_luminance, minimum_luminance;
  /* The brightest light of a pixel, and the greatest mean light of a frame, in cd/m2 (CTA-861.3); bounds, because
   * frames are not measured. 0 is not known. */
  double maximum_content_light, maximum_frame_light;
} glaze_hdr_metadata;

/* Describes the frames of an output; NULL is sRGB with 8 bits. GLAZE_ERROR_INVALID_ARGUMENT. */
glaze_code glaze_output_get_hdr_metadata(
    const glaze_output *output, glaze_hdr_metadata *metadata);

/* Options for drawing a root; zeros are the defaults. */
typedef struct glaze_render_options {
  size_t struct_size;
  /* The size of the image, in pixels; both 0: the extent times the scale, rounded. */
  double width, height;
  /* Pixels per point, unused if there is a width; 0 is 1. */
  double scale;
  /* The area that fills the image, in points, from the corner of the root; both 0: the root's bounds. */
  glaze_size extent;
  /* The background; alpha 0 leaves the image transparent. */
  glaze_color background;
  /* Whether y points up around the root, as on macOS; by default it points down. */
  bool is_y_up;
  /* Whether gradients and wide shadows are not dithered, so that steps of 8 bits are visible. */
  bool disables_dither;
  /* Whether changes of layers are shown in the next frame, without implicit animations. */
  bool disables_actions;
  /* Whether a checkerboard replaces the background, to show transparent parts. */
  bool is_checkered;
  /* The limits of a frame; read during the call only; NULL for the defaults. */
  const glaze_limits *limits;
  /* The encoding of images; read during the call only; NULL for sRGB with 8 bits. */
  const glaze_output *output;
} glaze_render_options;

/* One root layer that is drawn by one renderer, frame after frame. */
typedef struct glaze_session glaze_session;

/* The options of a document: its canvas, background and the direction of y. Fields that the struct of
 * the caller has and documents do not set become zero. */
glaze_code glaze_document_get_render_options(
    glaze_document *document, glaze_render_options *options);

/* Makes a session, which retains its renderer and root; nothing is drawn yet.
 *
 * root: fills the image; its position is ignored, and its superlayers have no effect.
 * options: may be NULL. */
glaze_session *glaze_session_create(
    glaze_renderer *renderer, glaze_layer *root, const glaze_render_options *options);

/* Releases the caller's reference; NULL is ignored. Call it on the renderer's thread. */
void glaze_session_release(glaze_session *session);

/* Changes the options, with effect from the next frame on. */
glaze_code glaze_session_set_options(
    glaze_session *session, const glaze_render_options *options);

/* The size of the next frame, in pixels. */
glaze_code glaze_session_get_size(glaze_session *session, uint32_t *width, uint32_t *height);

/* Commits the changes of the layers and draws nothing. New animations begin at this time, in
 * seconds of media time or GLAZE_NOW; later frames depend only on the committed changes and on their time. */
glaze_code glaze_session_commit(glaze_session *session, double time);

/* Whether layers or options changed since the last frame; true before the first. */
glaze_code glaze_session_has_changes(glaze_session *session, bool *result);

/* The time at which the next frame differs: time itself if a frame is due or an animation runs, the begin time of
 * the next animation, or infinity. time: the earliest possible time, or GLAZE_NOW. */
glaze_code glaze_session_next_frame_time(glaze_session *session, double time, double *result);

/* Sets a function that is called when a frame is due because layers or options changed: once, and again after the
 * next frame. It is called during the change: schedule drawing in it, and do not draw in it.
 * NULL removes it. */
glaze_code glaze_session_set_update_callback(
    glaze_session *session, glaze_callback callback, void *context);

typedef enum glaze_target_kind {
  /* The caller's memory, row 0 at the top. */
  GLAZE_TARGET_MEMORY = 0,
  /* The framebuffer that is bound for drawing in the current OpenGL context, at x, y from its bottom
   * left. */
  GLAZE_TARGET_CURRENT_FRAMEBUFFER = 1,
  /* A framebuffer of the current context by name; 0 is the window's. */
  GLAZE_TARGET_FRAMEBUFFER = 2,
  /* Level 0 of a two-dimensional texture of the current context. */
  GLAZE_TARGET_TEXTURE = 3,
  /* An EGLImage of the display of an OpenGL renderer; the frame replaces its content. */
  GLAZE_TARGET_EGL_IMAGE = 4,
  /* A dma-buf of colors, row 0 at the top. A device that can import it draws into it; otherwise the frame is copied,
   * which needs a modifier of 0. */
  GLAZE_TARGET_DMA_BUFFER = 5,
  /* A surface of the same renderer. */
  GLAZE_TARGET_SURFACE = 6
} glaze_target_kind;

/* An image on an OpenGL device that other contexts, devices and programs can read. */
typedef struct glaze_surface glaze_surface;

/* Makes a surface, in pixels; row 0 is at the top. NULL: GLAZE_ERROR_UNSUPPORTED_TARGET,
 * GLAZE_ERROR_INVALID_SIZE. */
glaze_surface *glaze_surface_create(glaze_renderer *renderer, uint32_t width, uint32_t height);

/* Makes a surface with more than 8 bits: depth is "8", "10" (and 2 bits of alpha) or "half"; NULL is "8". Draw into it
 * with an output of that depth. */
glaze_surface *glaze_surface_create_deep(
    glaze_renderer *renderer, uint32_t width, uint32_t height, const char *depth);

/* Takes the caller's reference back; NULL is nothing. */
void glaze_surface_release(glaze_surface *surface);

/* The EGLImage of a surface, which lives as long as the surface; NULL if it is not a surface. */
void *glaze_surface_egl_image(glaze_surface *surface);

/* Exports a surface as a dma-buf, whose descriptors the caller closes; planes may share one.
 * GLAZE_ERROR_UNSUPPORTED_TARGET: the device's memory is not the kernel's. */
glaze_code glaze_surface_export(glaze_surface *surface, glaze_dma_buffer *buffer);

/* The destination of a frame. Framebuffers and textures need a renderer on "context". */
typedef struct glaze_target {
  size_t struct_size;
  glaze_target_kind kind;
  /* Memory: its address and length in bytes, the distance between rows in bytes (at least those of a
   * row's pixels; bytes between rows are not changed), and the format of pixels. */
  glaze_pixel_format format;
  void *pixels;
  size_t length;
  size_t bytes_per_row;
  /* Framebuffer and texture: OpenGL's name. These and EGLImages: the size, in
   * pixels. */
  uint32_t name;
  uint32_t width, height;
  /* Current framebuffer: the position of the bottom left of the image, in pixels. */
  int32_t x, y;
  /* Framebuffer, texture and EGLImage: whether row 0 is at the top; OpenGL's windows have it at the bottom. */
  bool is_top_down;
  /* EGLImage: the handle. */
  void *egl_image;
  /* Dma-buf. */
  const glaze_dma_buffer *dma_buffer;
  /* Surface. */
  glaze_surface *surface;
} glaze_target;

/* The description of a frame; its pointers are valid until the session's next frame or end. */
typedef struct glaze_frame {
  size_t struct_size;
  /* In pixels. */
  uint32_t width, height;
  /* The parts of the image that may differ from the session's previous frame, in pixels from the top
   * left. */
  const glaze_rect *damage;
  size_t damage_count;
  /* Features of the layers that the image omits or replaces, one per line, unless they were reported with
   * an earlier frame; "" if there are none. */
  const char *notices;
  /* EGLImage, dma-buf and surface: a sync file that is signaled when the device has drawn the frame, and whether
   * there is one; the caller closes it. Without one the frame is complete. A caller whose struct ends
   * before these fields gets a complete frame. */
  int fence;
  bool has_fence;
} glaze_frame;

/* Commits changes and draws the layers at a time, in seconds of media time or GLAZE_NOW.
 *
 * frame: receives the description of the frame; may be NULL.
 * GLAZE_ERROR_INVALID_SIZE, GLAZE_ERROR_INVALID_ARGUMENT if the image does not fit into the memory,
 * GLAZE_ERROR_UNSUPPORTED_TARGET, GLAZE_ERROR_DRAWING, GLAZE_ERROR_WRONG_THREAD. */
glaze_code glaze_session_render(
    glaze_session *session, double time, const glaze_target *target, glaze_frame *frame);

/* Commits changes and draws into a new image. */
glaze_image *glaze_session_render_image(glaze_session *session, double time);

/* --------------------------------------------------------------------------------------- Sequences */

/* The frames of a sequence: times from start on, without one at end. */
typedef struct glaze_sequence {
  size_t struct_size;
  /* In seconds after the commit. */
  double start, end;
  /* Frames per second as a fraction: 60 / 1, 30000 / 1001; a denominator of 0 is 1, a numerator of 0 is 60. */
  uint32_t rate_numerator, rate_denominator;
  /* The range of time that is looped, in seconds; both 0 if time is not looped. */
  double loop_start, loop_end;
  /* The number of frames that are encoded at once; 0 is one for each core. */
  uint32_t jobs;
  /* Called before each frame on the thread of the caller; false stops. The renderer is busy: using it is
   * GLAZE_ERROR_WRONG_THREAD. May be NULL. */
  bool (*progress)(void *context, size_t finished, size_t count);
  void *progress_context;
} glaze_sequence;

/* A frame of a sequence; it lives until the callback returns. */
typedef struct glaze_sequence_frame {
  size_t struct_size;
  /* The number of the frame, from 0. */
  size_t number;
  /* The time, in seconds. */
  double time;
  /* In pixels. */
  uint32_t width, height;
  /* R, G, B, A, premultiplied; rows without padding, row 0 at the top. */
  const void *pixels;
} glaze_sequence_frame;

/* Takes a frame, in order and never two at once, on a thread of Glaze; false stops. */
typedef bool (*glaze_sequence_sink)(void *context, const glaze_sequence_frame *frame);

/* Draws a sequence of frames into a function. Changes of the layers are committed at time 0.
 * GLAZE_ERROR_STOPPED: a callback returned false. */
glaze_code glaze_session_render_sequence(
    glaze_session *session, const glaze_sequence *sequence, glaze_sequence_sink sink,
    void *context);

/* Draws a sequence of frames into a file: .png with a number such as %04d in the name, .apng, .webp,
 * .y4m, or, with ffmpeg, .webm, .mp4, .mov, .mkv, .gif. The extension selects the format. */
glaze_code glaze_session_write_sequence(
    glaze_session *session, const glaze_sequence *sequence, const char *path);

#ifdef __cplusplus
}
#endif

#endif
