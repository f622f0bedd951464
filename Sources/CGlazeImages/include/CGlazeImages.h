// Reading and writing of pictures as plain functions.
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

// What a file says of its picture.
struct GlazeImageInfo {
  uint32_t width;
  uint32_t height;
  // EXIF's number, 1 to 8.
  uint32_t orientation;
  bool has_alpha;
  // Whether the decoder writes colors that are multiplied by alpha.
  bool is_premultiplied;
};

// Bytes to be given back by free().
struct GlazeImageBytes {
  uint8_t *bytes;
  size_t count;
};

// HEIF and AVIF, by libheif; JPEG 2000, by OpenJPEG; TIFF, by libtiff. Each function must only be called
// when glaze_lazy_is_there() knows the library. What they decode is as glaze_png_decode() writes it.

int glaze_heif_read_info(
    const uint8_t *data, size_t size, int maximum_side, struct GlazeImageInfo *info,
    char *message);
int glaze_heif_decode(
    const uint8_t *data, size_t size, int maximum_side, const struct GlazeImageInfo *info,
    uint8_t *pixels, char *message);
// Pixels have straight alpha; quality is 0 to 100, and 100 is without loss.
int glaze_heif_encode(
    const uint8_t *pixels, int width, int height, bool is_avif, int quality,
    struct GlazeImageBytes *file, char *message);

int glaze_jpeg2000_read_info(
    const uint8_t *data, size_t size, struct GlazeImageInfo *info, char *message);
int glaze_jpeg2000_decode(
    const uint8_t *data, size_t size, const struct GlazeImageInfo *info, uint8_t *pixels,
    char *message);

// Pages of a TIFF file are counted from 0.
uint32_t glaze_tiff_count_pages(const uint8_t *data, size_t size, uint32_t limit);
int glaze_tiff_read_info(
    const uint8_t *data, size_t size, uint32_t page, struct GlazeImageInfo *info, char *message);
int glaze_tiff_decode(
    const uint8_t *data, size_t size, uint32_t page, const struct GlazeImageInfo *info,
    uint8_t *pixels, char *message);

// A page that is to be written; pixels have straight alpha.
struct GlazeImagePage {
  const uint8_t *pixels;
  uint32_t width;
  uint32_t height;
  uint32_t orientation;
};
int glaze_tiff_encode(
    const struct GlazeImagePage *pages, size_t count, struct GlazeImageBytes *result,
    char *message);

// Encodes R, G, B, A as a JPEG file, alpha left out; quality is 1 to 100. `exif`, of `exif_size` bytes,
// becomes an APP1 segment unless it is NULL.
int glaze_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, const uint8_t *exif,
    size_t exif_size, struct GlazeImageBytes *file, char *message);
