// PNG and JPEG decoding as plain functions.
//
// libpng and libjpeg report errors by longjmp, which must not unwind Swift frames. Everything
// that can jump stays inside these functions. (libpng's simplified API, which needs no setjmp,
// is of no use: several of its releases misread interlaced pictures of 16 bits.)
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum GlazeImageStatus {
  GLAZE_IMAGE_OK = 0,
  GLAZE_IMAGE_TRUNCATED,
  GLAZE_IMAGE_CORRUPT,
  GLAZE_IMAGE_UNSUPPORTED,
  GLAZE_IMAGE_OUT_OF_MEMORY,
};

// Every function returns a GlazeImageStatus. Other than OK, pixels are not to be used, and
// `message`, of this size, says why.
#define GLAZE_IMAGE_MESSAGE_SIZE 200

// Decodes a PNG file of the given size to R, G, B, A of straight alpha: `width * height * 4`
// components, row 0 at the top, tightly packed; 8 bits each, or, deep, 16 with the high byte first.
int glaze_png_decode(
    const uint8_t *data, size_t size, uint32_t width, uint32_t height, bool is_deep,
    uint8_t *pixels, char *message);

enum GlazeJPEGPixels {
  // R, G, B, 255.
  GLAZE_JPEG_RGBA = 0,
  // C, M, Y, K, 255 meaning full ink.
  GLAZE_JPEG_CMYK,
  // C, M, Y, K, 255 meaning no ink, as Adobe's programs write it.
  GLAZE_JPEG_INVERTED_CMYK,
};

struct GlazeJPEGInfo {
  uint32_t width;
  uint32_t height;
  // What glaze_jpeg_decode() writes: one of GlazeJPEGPixels.
  int32_t pixels;
};

// Reads the size and the kind of pixels of a JPEG file.
int glaze_jpeg_read_info(
    const uint8_t *data, size_t size, struct GlazeJPEGInfo *info, char *message);

// Decodes a JPEG file whose info was read: `width * height * 4` bytes, row 0 at the top, tightly
// packed.
int glaze_jpeg_decode(
    const uint8_t *data, size_t size, const struct GlazeJPEGInfo *info, uint8_t *pixels,
    char *message);
