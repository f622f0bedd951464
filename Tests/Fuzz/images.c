// Random image files: PNG files of the size in their header, JPEG, HEIF, JPEG 2000, JPEG XL, OpenEXR and TIFF files.
#include <CGlazeLazy.h>
#include <stdlib.h>
#include <string.h>

#include "CGlazeImages.h"

enum { most_pixels = 1 << 20, most_side = 4096, most_pages = 4 };

static uint32_t word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void png(const uint8_t *bytes, size_t size) {
  if (size < 24) return;
  uint32_t width = word(bytes + 16), height = word(bytes + 20);
  if (width == 0 || height == 0 || (uint64_t)width * height > most_pixels) return;
  char message[GLAZE_IMAGE_MESSAGE_SIZE];
  for (int is_deep = 0; is_deep < 2; is_deep++) {
    uint8_t *pixels = calloc((size_t)width * height, is_deep ? 8 : 4);
    if (pixels) glaze_png_decode(bytes, size, width, height, is_deep, pixels, message);
    free(pixels);
  }
}

static void jpeg(const uint8_t *bytes, size_t size) {
  char message[GLAZE_IMAGE_MESSAGE_SIZE];
  struct GlazeJPEGInfo info;
  if (glaze_jpeg_read_info(bytes, size, &info, message) != GLAZE_IMAGE_OK) return;
  if ((uint64_t)info.width * info.height > most_pixels) return;
  uint8_t *pixels = calloc((size_t)info.width * info.height, 4);
  if (pixels) glaze_jpeg_decode(bytes, size, &info, pixels, message);
  free(pixels);
}

static uint8_t *pixels_for(const struct GlazeImageInfo *info, bool is_deep) {
  if (info->width == 0 || info->height == 0) return NULL;
  return (uint64_t)info->width * info->height > most_pixels
    ? NULL : calloc((size_t)info->width * info->height, is_deep ? 8 : 4);
}

static bool is_deep(const struct GlazeImageInfo *info) { return info->bits > 8 || info->is_float; }

static void heif(const uint8_t *bytes, size_t size) {
  char message[GLAZE_IMAGE_MESSAGE_SIZE];
  struct GlazeImageInfo info = {0};
  if (glaze_heif_read_info(bytes, size, most_side, &info, message) != GLAZE_IMAGE_OK) return;
  uint8_t *pixels = pixels_for(&info, is_deep(&info));
  if (pixels) glaze_heif_decode(bytes, size, most_side, &info, pixels, message);
  free(pixels);
}

static void jpeg2000(const uint8_t *bytes, size_t size) {
  char message[GLAZE_IMAGE_MESSAGE_SIZE];
  struct GlazeImageInfo info = {0};
  if (glaze_jpeg2000_read_info(bytes, size, &info, message) != GLAZE_IMAGE_OK) return;
  uint8_t *pixels = pixels_for(&info, false);
  if (pixels) glaze_jpeg2000_decode(bytes, size, &info, pixels, message);
  free(pixels);
}

static void tiff(const uint8_t *bytes, size_t size) {
  char message[GLAZE_IMAGE_MESSAGE_SIZE];
  uint32_t count = glaze_tiff_count_pages(bytes, size, most_pages);
  for (uint32_t page = 0; page < count; page++) {
    struct GlazeImageInfo info = {0};
    if (glaze_tiff_read_info(bytes, size, page, &info, message) != GLAZE_IMAGE_OK) continue;
    uint8_t *pixels = pixels_for(&info, false);
    if (pixels) glaze_tiff_decode(bytes, size, page, &info, pixels, message);
    free(pixels);
    pixels = is_deep(&info) ? pixels_for(&info, true) : NULL;
    if (pixels) glaze_tiff_decode_deep(bytes, size, page, &info, pixels, message);
    free(pixels);
  }
}

static void jxl(const uint8_t *bytes, size_t size) {
  char message[GLAZE_IMAGE_MESSAGE_SIZE];
  struct GlazeImageInfo info = {0};
  if (glaze_jxl_read_info(bytes, size, &info, message) != GLAZE_IMAGE_OK) return;
  uint8_t *pixels = pixels_for(&info, is_deep(&info));
  if (pixels) glaze_jxl_decode(bytes, size, &info, pixels, message);
  free(pixels);
}

static void exr(const uint8_t *bytes, size_t size) {
  char message[GLAZE_IMAGE_MESSAGE_SIZE];
  struct GlazeImageInfo info = {0};
  float chromaticities[8];
  if (glaze_exr_read_info(bytes, size, &info, chromaticities, message) != GLAZE_IMAGE_OK) return;
  uint8_t *pixels = pixels_for(&info, true);
  if (pixels) glaze_exr_decode(bytes, size, &info, (uint16_t *)pixels, message);
  free(pixels);
}

static bool begins(const uint8_t *bytes, size_t size, const char *text, size_t at) {
  size_t length = strlen(text);
  return size >= at + length && memcmp(bytes + at, text, length) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (begins(bytes, size, "\xFF\xD8", 0)) {
    jpeg(bytes, size);
  } else if (begins(bytes, size, "ftyp", 4)) {
    if (glaze_lazy_is_there(GLAZE_LAZY_HEIF)) heif(bytes, size);
  } else if (begins(bytes, size, "jP  ", 4) || begins(bytes, size, "\xFF\x4F\xFF\x51", 0)) {
    if (glaze_lazy_is_there(GLAZE_LAZY_OPENJPEG)) jpeg2000(bytes, size);
  } else if (begins(bytes, size, "II", 0) || begins(bytes, size, "MM", 0)) {
    if (glaze_lazy_is_there(GLAZE_LAZY_TIFF)) tiff(bytes, size);
  } else if (begins(bytes, size, "\x76\x2F\x31\x01", 0)) {
    if (glaze_lazy_is_there(GLAZE_LAZY_OPENEXR)) exr(bytes, size);
  } else if (begins(bytes, size, "\xFF\x0A", 0) || begins(bytes, size, "JXL ", 4)) {
    if (glaze_lazy_is_there(GLAZE_LAZY_JXL)) jxl(bytes, size);
  } else {
    png(bytes, size);
  }
  return 0;
}
