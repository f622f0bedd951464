/*
 * glaze_share.h: images of other programs and devices as contents of layers. glaze.h includes it and documents
 * the rules that hold for all functions.
 */
#ifndef GLAZE_SHARE_H
#define GLAZE_SHARE_H

#include "glaze.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The matrix that converts Y, Cb and Cr of a video. */
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
  /* The start of the first row, and the distance between rows, in bytes. */
  uint32_t offset, bytes_per_row;
} glaze_plane;

/* An image in memory that the kernel shares between devices and programs. */
typedef struct glaze_dma_buffer {
  size_t struct_size;
  /* In pixels. */
  uint32_t width, height;
  /* DRM's code, DRM_FORMAT_*: AR24, XR24, AB24, XB24, NV12 or P010; for frames also AB30, AR30, XR30
   * or AB4H. */
  uint32_t format;
  uint32_t plane_count;
  /* The arrangement of pixels, DRM_FORMAT_MOD_*; 0 is row after row, which the CPU can
   * read, too, and DRM_FORMAT_MOD_INVALID is the arrangement that its driver knows. */
  uint64_t modifier;
  glaze_plane planes[4];
  /* For video: the matrix, and whether all codes are used; otherwise black is 16 of 255. */
  glaze_matrix matrix;
  bool is_full_range;
  /* For video: the primaries and the curve as code points of ITU-T H.273 (1, 9 or 12; 4, 8, 13, 16 or 18); 0 is those
   * of sRGB, as video players treat video without HDR. */
  uint16_t primaries, transfer;
  /* For video: the brightest light in multiples of white; 0 is 1000 / 203 for PQ and HLG. */
  float headroom;
} glaze_dma_buffer;

typedef enum glaze_source_kind {
  /* The caller's memory. */
  GLAZE_SOURCE_MEMORY = 0,
  /* Level 0 of a two-dimensional texture of the context of a renderer on "context". */
  GLAZE_SOURCE_TEXTURE = 1,
  /* An EGLImage of the display of an OpenGL renderer. */
  GLAZE_SOURCE_EGL_IMAGE = 2,
  GLAZE_SOURCE_DMA_BUFFER = 3
} glaze_source_kind;

/* The meaning of alpha. */
typedef enum glaze_alpha {
  GLAZE_ALPHA_PREMULTIPLIED = 0,
  GLAZE_ALPHA_STRAIGHT = 1,
  GLAZE_ALPHA_OPAQUE = 2
} glaze_alpha;

/* The source of an image. It must remain valid until the release function is called; only
 * the pixels may change between frames. */
typedef struct glaze_source {
  size_t struct_size;
  glaze_source_kind kind;
  /* Memory, texture and EGLImage, in pixels. */
  uint32_t width, height;
  /* Memory: the address of row 0, at the top, the length of all rows and the distance between rows in bytes, and the
   * format of pixels. */
  glaze_pixel_format format;
  const void *pixels;
  size_t length;
  size_t bytes_per_row;
  /* Texture: OpenGL's name. */
  uint32_t name;
  /* Texture and EGLImage: whether row 0 is at the top; OpenGL draws it at the bottom. */
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

/* Makes contents from a source.
 *
 * release: is called with context, once, when Glaze will not read the image again: after it was replaced or
 * the object was released, and the frames that show it are drawn. It may be called on any thread, during a
 * frame: only note that the source is free, and call no function of Glaze. May be NULL. If the function
 * returns NULL, it is not called.
 * NULL: GLAZE_ERROR_INVALID_ARGUMENT for an invalid description. */
glaze_external_image *glaze_external_image_create(
    const glaze_source *source, glaze_callback release, void *context);

/* Replaces the image, as for each frame of a video; a failure changes nothing. */
glaze_code glaze_external_image_replace(
    glaze_external_image *image, const glaze_source *source, glaze_callback release, void *context);

/* Marks the pixels as changed: the next frame of each session that shows them is drawn with the current
 * pixels. */
glaze_code glaze_external_image_update(glaze_external_image *image);

#ifdef __cplusplus
}
#endif

#endif
