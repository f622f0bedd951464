// Pictures that nobody made: PNG files of the size that their header says, and JPEG files.
#include <stdlib.h>
#include <string.h>

#include "CGlazeImages.h"

enum { most_pixels = 1 << 20 };

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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size > 2 && bytes[0] == 0xFF && bytes[1] == 0xD8) {
    jpeg(bytes, size);
  } else {
    png(bytes, size);
  }
  return 0;
}
