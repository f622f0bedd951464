/*
 * glaze_share.h: pictures of other programs and devices as contents of layers. glaze.h includes it, and says
 * what holds for all functions.
 */
#ifndef GLAZE_SHARE_H
#define GLAZE_SHARE_H

#include "glaze.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What Y, Cb and Cr of a video mean. */
typedef enum glaze_matrix {
  /* High definition; the default. */
  GLAZE_MATRIX_REC709 = 0,
  /* Standard definition. */
  GLAZE_MATRIX_REC601 = 1,
  /* Ultra-high definition. */
  GLAZE_MATRIX_REC2020 = 2
} glaze_matrix;

/* A part of a dma-buf with components of its own. */
typedef struct glaze_plane {
  /* The dma-buf, a file descriptor that stays the caller's; planes may share one. */
  int descriptor;
  /* Where the first row begins, and from a row to the next, in bytes. */
  uint32_t offset, bytes_per_row;
} glaze_plane;

/* A picture in memory that the kernel shares between devices and programs. */
typedef struct glaze_dma_buffer {
  size_t struct_size;
  /* In pixels. */
  uint32_t width, height;
  /* DRM's code, DRM_FORMAT_*: AR24, XR24, AB24, XB24, NV12 or P010. */
  uint32_t format;
  uint32_t plane_count;
  /* How a device arranges pixels, DRM_FORMAT_MOD_*; 0 is rows that follow one another, which the CPU can
   * read, too, and DRM_FORMAT_MOD_INVALID what the driver that made it knows. */
  uint64_t modifier;
  glaze_plane planes[4];
  /* For video: what the components mean, and whether all codes are used; else black is 16 of 255. */
  glaze_matrix matrix;
  bool is_full_range;
} glaze_dma_buffer;

typedef enum glaze_source_kind {
  /* Bytes of the caller's. */
  GLAZE_SOURCE_MEMORY = 0,
  /* Level 0 of a two-dimensional texture of the context of a renderer on "context". */
  GLAZE_SOURCE_TEXTURE = 1,
  /* An EGLImage of the display of an OpenGL renderer. */
  GLAZE_SOURCE_EGL_IMAGE = 2,
  GLAZE_SOURCE_DMA_BUFFER = 3
} glaze_source_kind;

/* What alpha says. */
typedef enum glaze_alpha {
  GLAZE_ALPHA_PREMULTIPLIED = 0,
  GLAZE_ALPHA_STRAIGHT = 1,
  GLAZE_ALPHA_OPAQUE = 2
} glaze_alpha;

/* Where a picture comes from. What it describes stays as it is until the release function is called, but for
 * the pixels, which may change between frames. */
typedef struct glaze_source {
  size_t struct_size;
  glaze_source_kind kind;
  /* Memory, texture and EGLImage, in pixels. */
  uint32_t width, height;
  /* Memory: where row 0, the topmost, is, the bytes of all rows and from a row to the next, and how pixels
   * lie. */
  glaze_pixel_format format;
  const void *pixels;
  size_t length;
  size_t bytes_per_row;
  /* Texture: OpenGL's name. */
  uint32_t name;
  /* Texture and EGLImage: whether row 0 is on top; what OpenGL drew has it at the bottom. */
  bool is_top_down;
  /* Texture, EGLImage, dma-buf. */
  glaze_alpha alpha;
  /* EGLImage: the handle. */
  void *egl_image;
  /* Dma-buf; copied. */
  const glaze_dma_buffer *dma_buffer;
} glaze_source;

/* An object for the "contents" of layers and emitter cells. */
typedef glaze_object glaze_external_image;

/* Makes contents of a picture.
 *
 * release: is called with context, once, when Glaze will not read the picture again: after it was replaced or
 * the object was released, and the frames that show it are drawn. It may be called on any thread, in the
 * middle of a frame: note what became free, and call no function of Glaze. May be NULL. When the function
 * returns NULL it is not called.
 * NULL: GLAZE_ERROR_INVALID_ARGUMENT for a description that cannot be true. */
glaze_external_image *glaze_external_image_create(
    const glaze_source *source, glaze_callback release, void *context);

/* Shows another picture from now on, as with each frame of a video; on failure all stays as it was. */
glaze_code glaze_external_image_replace(
    glaze_external_image *image, const glaze_source *source, glaze_callback release, void *context);

/* Says that the pixels have changed: the next frame of whoever shows them is drawn with what is there
 * then. */
glaze_code glaze_external_image_update(glaze_external_image *image);

#ifdef __cplusplus
}
#endif

#endif
