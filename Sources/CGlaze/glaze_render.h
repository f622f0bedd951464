/*
 * glaze_render.h: documents, and what draws: devices, renderers, sessions, sequences. glaze.h includes it,
 * and says what holds for all functions.
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
  /* Which document of a container is read: the name of a plane, such as "Floating", of a bundle, or of a
   * wallpaper; NULL reads the planes of the first wallpaper, else the first document. */
  const char *part;
} glaze_document_options;

/* Reads a document from a .ca folder, a .caml file, a .caar archive, a JSON scene, or a container of
 * these, such as a .tendies archive or a folder; what is inside decides.
 *
 * options: may be NULL.
 * NULL: GLAZE_ERROR_DOCUMENT; the message begins with the place, file:line:column. */
glaze_document *glaze_document_open(const char *path, const glaze_document_options *options);

/* Reads a document, XML, JSON or an archive, from memory. */
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
  /* Whether a checkerboard is behind the root; the background is its mean colour then. */
  bool is_checkered;
} glaze_document_info;

/* Describes a document. */
glaze_code glaze_document_get_info(glaze_document *document, glaze_document_info *info);

/* The moment that is shown at a time after the commit, in seconds: the time itself, unless a part of time
 * is played again and again. NaN for what is no document. */
double glaze_document_moment(glaze_document *document, double time);

/* How many documents the container holds that a document was read from; 0 for a document by itself. */
size_t glaze_document_part_count(glaze_document *document);

/* What one of them is called, as the option `part` takes it; lives as long as the document. NULL beyond the
 * last. */
const char *glaze_document_part_at(glaze_document *document, size_t index);

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

/* How much one picture may ask for; zeros are the defaults, which are far above what documents for screens
 * need. A frame that asks for more fails with GLAZE_ERROR_LIMIT before its work begins; the message names the
 * layer and the limit. */
typedef struct glaze_limits {
  size_t struct_size;
  /* Layers, those in replicators as often as they are shown. */
  uint64_t layers;
  /* Things that are drawn. */
  uint64_t instances;
  /* Pieces that planes of a 3D scene cut each other into. */
  uint64_t pieces;
  /* Pictures that the frame is put together from, and their bytes at one time. */
  uint64_t passes, memory;
  /* Segments of all paths, colours of all gradients, particles of all emitters. */
  uint64_t segments, stops, particles;
  /* Pixels of all images, each image once. */
  uint64_t pixels;
  /* UTF-16 units of all texts that are laid out for the frame. */
  uint64_t text;
  /* Levels of layers in layers. */
  uint64_t nesting;
  /* Time until the frame is planned. */
  uint64_t milliseconds;
} glaze_limits;

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
  /* Whether a checkerboard lies behind the root, and not the background: it shows what is transparent. */
  bool is_checkered;
  /* What a frame may ask for; read during the call only; NULL for the defaults. */
  const glaze_limits *limits;
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
  GLAZE_TARGET_TEXTURE = 3,
  /* An EGLImage of the display of an OpenGL renderer; the picture takes the place of what is there. */
  GLAZE_TARGET_EGL_IMAGE = 4,
  /* A dma-buf of colours, row 0 on top. A device that imports it draws into it; else the frame is copied,
   * which needs a modifier of 0. */
  GLAZE_TARGET_DMA_BUFFER = 5,
  /* A surface of the same renderer. */
  GLAZE_TARGET_SURFACE = 6
} glaze_target_kind;

/* A picture on an OpenGL device that other contexts, devices and programs can read. */
typedef struct glaze_surface glaze_surface;

/* Makes a surface, in pixels; row 0 is on top. NULL: GLAZE_ERROR_UNSUPPORTED_TARGET,
 * GLAZE_ERROR_INVALID_SIZE. */
glaze_surface *glaze_surface_create(glaze_renderer *renderer, uint32_t width, uint32_t height);

/* Takes the caller's reference back; NULL is nothing. */
void glaze_surface_release(glaze_surface *surface);

/* The EGLImage of a surface, which lives as long as the surface; NULL for what is none. */
void *glaze_surface_egl_image(glaze_surface *surface);

/* Exports a surface as a dma-buf, whose descriptors the caller closes; planes may share one.
 * GLAZE_ERROR_UNSUPPORTED_TARGET: the device's memory is not the kernel's. */
glaze_code glaze_surface_export(glaze_surface *surface, glaze_dma_buffer *buffer);

/* Where a frame goes. Framebuffers and textures need a renderer on "context". */
typedef struct glaze_target {
  size_t struct_size;
  glaze_target_kind kind;
  /* Memory: its address and length in bytes, the bytes from a row to the next (at least four times the
   * width; what lies between is left as it is), and how pixels lie. */
  glaze_pixel_format format;
  void *pixels;
  size_t length;
  size_t bytes_per_row;
  /* Framebuffer and texture: OpenGL's name. These and EGLImages: the size of what may be drawn to, in
   * pixels. */
  uint32_t name;
  uint32_t width, height;
  /* Current framebuffer: where the bottom left of the picture goes, in pixels. */
  int32_t x, y;
  /* Framebuffer, texture and EGLImage: whether row 0 is on top; OpenGL's windows have it at the bottom. */
  bool is_top_down;
  /* EGLImage: the handle. */
  void *egl_image;
  /* Dma-buf. */
  const glaze_dma_buffer *dma_buffer;
  /* Surface. */
  glaze_surface *surface;
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
  /* EGLImage, dma-buf and surface: a sync file that ends when the device has drawn the frame, and whether
   * there is one; the caller closes it. Where there is none, the frame is there. A caller whose struct ends
   * before these fields gets a frame that is there. */
  int fence;
  bool has_fence;
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
