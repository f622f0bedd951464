// Reads and writes images with plain functions.
//
// libpng and libjpeg report errors by longjmp, which must not unwind Swift frames. Everything that can jump
// stays inside these functions. (libpng's simplified API, which needs no setjmp, is not an option: several of
// its releases misread interlaced images of 16 bits.)
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

// Every function returns a GlazeImageStatus. If it is not OK, the pixels are undefined, and `message`, of
// this size, holds the reason.
#define GLAZE_IMAGE_MESSAGE_SIZE 200

// Decodes a PNG file of the given size to R, G, B, A with straight alpha: `width * height * 4` components,
// row 0 at the top, without padding; 8 bits each, or, for a deep image, 16 bits with the high byte first.
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
  // The output of glaze_jpeg_decode(): one of GlazeJPEGPixels.
  int32_t pixels;
};

// Reads the size and the pixel format of a JPEG file.
int glaze_jpeg_read_info(
    const uint8_t *data, size_t size, struct GlazeJPEGInfo *info, char *message);

// Decodes a JPEG file whose info was read: `width * height * 4` bytes, row 0 at the top, without padding.
int glaze_jpeg_decode(
    const uint8_t *data, size_t size, const struct GlazeJPEGInfo *info, uint8_t *pixels,
    char *message);

// Code points of ITU-T H.273, 0 for none, and light levels in cd/m2, 0 where they are not known.
struct GlazeImageEncoding {
  uint16_t primaries;
  uint16_t transfer;
  uint16_t brightest;
  uint16_t brightest_frame;
};

// The properties of an image from its file.
struct GlazeImageInfo {
  uint32_t width;
  uint32_t height;
  // EXIF's number, 1 to 8.
  uint32_t orientation;
  bool has_alpha;
  // Indicates whether the decoder returns colors that are multiplied by alpha.
  bool is_premultiplied;
  // The bits of a component; 0 for 8.
  int bits;
  // Indicates whether components are half floats, in the byte order of the machine.
  bool is_float;
  struct GlazeImageEncoding encoding;
};

// Bytes that the caller must free().
struct GlazeImageBytes {
  uint8_t *bytes;
  size_t count;
};

// The ICC profile of a PNG file; no bytes where there is none.
int glaze_png_read_profile(
    const uint8_t *data, size_t size, struct GlazeImageBytes *profile, char *message);

// HEIF and AVIF by libheif, JPEG 2000 by OpenJPEG, JPEG XL by libjxl, OpenEXR by OpenEXRCore, TIFF by libtiff. Call
// each function only when glaze_lazy_is_there() returns true for its library. The output has the format of
// glaze_png_decode().

int glaze_heif_read_info(
    const uint8_t *data, size_t size, int maximum_side, struct GlazeImageInfo *info,
    char *message);
// The ICC profile of an image; no bytes where there is none.
int glaze_heif_read_profile(
    const uint8_t *data, size_t size, int maximum_side, struct GlazeImageBytes *profile,
    char *message);
// With more than 8 bits, components have 16, the high byte first.
int glaze_heif_decode(
    const uint8_t *data, size_t size, int maximum_side, const struct GlazeImageInfo *info,
    uint8_t *pixels, char *message);
// Pixels have straight alpha, and 16 bits a component where more than 8 are written; quality is 0 to 100, and 100 is
// lossless. An encoding of NULL is sRGB.
int glaze_heif_encode(
    const void *pixels, int width, int height, int bits, const struct GlazeImageEncoding *encoding,
    bool is_avif, int quality, struct GlazeImageBytes *file, char *message);

int glaze_jpeg2000_read_info(
    const uint8_t *data, size_t size, struct GlazeImageInfo *info, char *message);
int glaze_jpeg2000_decode(
    const uint8_t *data, size_t size, const struct GlazeImageInfo *info, uint8_t *pixels,
    char *message);

int glaze_jxl_read_info(
    const uint8_t *data, size_t size, struct GlazeImageInfo *info, char *message);
// The ICC profile of the decoded pixels; no bytes where there is none.
int glaze_jxl_read_profile(
    const uint8_t *data, size_t size, struct GlazeImageBytes *profile, char *message);
// With more than 8 bits, components have 16, the high byte first, or are half floats.
int glaze_jxl_decode(
    const uint8_t *data, size_t size, const struct GlazeImageInfo *info, void *pixels,
    char *message);

// A JPEG XL file to write: pixels have straight alpha, and 8 or 16 bits a component, in the byte order of the
// machine. A distance of 0 is lossless; 1 is about the least that is visible.
struct GlazeJXLPicture {
  const void *pixels;
  uint32_t width, height, bits;
  bool is_float;
  float distance;
  struct GlazeImageEncoding encoding;
};
int glaze_jxl_encode(
    const struct GlazeJXLPicture *picture, struct GlazeImageBytes *file, char *message);

// The first part of an OpenEXR file that has colors, by OpenEXRCore. Chromaticities are those of red, green, blue and
// white, x before y; zeros where there are none.
int glaze_exr_read_info(
    const uint8_t *data, size_t size, struct GlazeImageInfo *info, float chromaticities[8],
    char *message);
// Half floats of premultiplied light: R, G, B, A. Components that the file lacks stay as they are.
int glaze_exr_decode(
    const uint8_t *data, size_t size, const struct GlazeImageInfo *info, uint16_t *pixels,
    char *message);

// Pages of a TIFF file are counted from 0.
uint32_t glaze_tiff_count_pages(const uint8_t *data, size_t size, uint32_t limit);
int glaze_tiff_read_info(
    const uint8_t *data, size_t size, uint32_t page, struct GlazeImageInfo *info, char *message);
// The ICC profile of a page; no bytes where there is none.
int glaze_tiff_read_profile(
    const uint8_t *data, size_t size, uint32_t page, struct GlazeImageBytes *profile,
    char *message);
int glaze_tiff_decode(
    const uint8_t *data, size_t size, uint32_t page, const struct GlazeImageInfo *info,
    uint8_t *pixels, char *message);
// For pages with more than 8 bits: four components of 16 bits, straight, the high byte first, or half floats in the
// byte order of the machine, premultiplied as the info says.
int glaze_tiff_decode_deep(
    const uint8_t *data, size_t size, uint32_t page, const struct GlazeImageInfo *info, void *pixels,
    char *message);

// A page to write; pixels have straight alpha.
struct GlazeImagePage {
  const uint8_t *pixels;
  uint32_t width;
  uint32_t height;
  uint32_t orientation;
};
int glaze_tiff_encode(
    const struct GlazeImagePage *pages, size_t count, struct GlazeImageBytes *result,
    char *message);

// Encodes R, G, B, A as a JPEG file without the alpha, or their luminance alone; quality is 1 to 100. `exif`,
// of `exif_size` bytes, becomes an APP1 segment unless it is NULL.
int glaze_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool is_gray, int quality,
    const uint8_t *exif, size_t exif_size, struct GlazeImageBytes *file, char *message);
