#include "CGlazeImages.h"

#include <CGlazeLazy.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file in memory, which grows during writing.
struct File {
  uint8_t *bytes;
  size_t size;
  size_t capacity;
  size_t offset;
  bool is_ours;
  char *message;
};

static ptrdiff_t read_bytes(void *user, void *bytes, ptrdiff_t count) {
  struct File *file = user;
  size_t left = file->offset < file->size ? file->size - file->offset : 0;
  size_t taken = (size_t)count < left ? (size_t)count : left;
  memcpy(bytes, file->bytes + file->offset, taken);
  file->offset += taken;
  return (ptrdiff_t)taken;
}

static ptrdiff_t write_bytes(void *user, void *bytes, ptrdiff_t count) {
  struct File *file = user;
  if (!file->is_ours)
    return -1;
  size_t end = file->offset + (size_t)count;
  if (end > file->capacity) {
    size_t capacity = end * 2;
    uint8_t *grown = realloc(file->bytes, capacity);
    if (!grown)
      return -1;
    memset(grown + file->capacity, 0, capacity - file->capacity);
    file->bytes = grown;
    file->capacity = capacity;
  }
  memcpy(file->bytes + file->offset, bytes, (size_t)count);
  file->offset = end;
  if (end > file->size)
    file->size = end;
  return count;
}

static uint64_t seek_to(void *user, uint64_t offset, int whence) {
  struct File *file = user;
  uint64_t base = whence == SEEK_CUR ? file->offset : whence == SEEK_END ? file->size : 0;
  if (base + offset > PTRDIFF_MAX / 4)
    return (uint64_t)-1;
  file->offset = (size_t)(base + offset);
  return file->offset;
}

static int close_file(void *user) {
  (void)user;
  return 0;
}

static uint64_t size_of(void *user) { return ((struct File *)user)->size; }

static int map_nothing(void *user, void **bytes, uint64_t *size) {
  (void)user;
  (void)bytes;
  (void)size;
  return 0;
}

static void unmap_nothing(void *user, void *bytes, uint64_t size) {
  (void)user;
  (void)bytes;
  (void)size;
}

static int on_error(void *tiff, void *user, const char *module, const char *format, va_list list) {
  (void)tiff;
  (void)module;
  struct File *file = user;
  if (!file->message[0])
    vsnprintf(file->message, GLAZE_IMAGE_MESSAGE_SIZE, format, list);
  return 1;
}

static int on_warning(void *tiff, void *user, const char *module, const char *format, va_list list) {
  (void)tiff;
  (void)user;
  (void)module;
  (void)format;
  (void)list;
  return 1;
}

enum { MAX_ALLOCATION = 512 << 20 };

static void *open_file(struct File *file, const char *mode) {
  void *options = TIFFOpenOptionsAlloc();
  if (!options)
    return NULL;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, MAX_ALLOCATION);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, file);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, file);
  void *tiff = TIFFClientOpenExt("", mode, file, read_bytes, write_bytes, seek_to, close_file,
                                 size_of, map_nothing, unmap_nothing, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}

static bool read_page_info(void *tiff, struct GlazeImageInfo *info) {
  uint16_t orientation = 1, extra_count = 0, *extra = NULL;
  *info = (struct GlazeImageInfo){0};
  if (!TIFFGetField(tiff, GLAZE_TIFF_WIDTH, &info->width) ||
      !TIFFGetField(tiff, GLAZE_TIFF_HEIGHT, &info->height))
    return false;
  TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_ORIENTATION, &orientation);
  TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_EXTRA_SAMPLES, &extra_count, &extra);
  info->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
  info->has_alpha = extra_count > 0;
  // TIFFReadRGBAImage() multiplies by alpha.
  info->is_premultiplied = true;
  return true;
}

// Opens a file at a page; NULL when it has no such page.
static void *open_page(struct File *file, uint32_t page) {
  void *tiff = open_file(file, "rm");
  for (; tiff && page > 0; page--) {
    if (TIFFReadDirectory(tiff))
      continue;
    TIFFClose(tiff);
    tiff = NULL;
  }
  return tiff;
}

int glaze_tiff_read_info(
    const uint8_t *data, size_t size, uint32_t page, struct GlazeImageInfo *info, char *message) {
  struct File file = {.bytes = (uint8_t *)data, .size = size, .message = message};
  message[0] = 0;
  void *tiff = open_page(&file, page);
  if (!tiff)
    return GLAZE_IMAGE_CORRUPT;
  int status = read_page_info(tiff, info) ? GLAZE_IMAGE_OK : GLAZE_IMAGE_CORRUPT;
  TIFFClose(tiff);
  return status;
}

int glaze_tiff_read_profile(
    const uint8_t *data, size_t size, uint32_t page, struct GlazeImageBytes *profile,
    char *message) {
  struct File file = {.bytes = (uint8_t *)data, .size = size, .message = message};
  *profile = (struct GlazeImageBytes){0};
  message[0] = 0;
  void *tiff = open_page(&file, page);
  if (!tiff)
    return GLAZE_IMAGE_CORRUPT;
  uint32_t count = 0;
  void *bytes = NULL;
  if (TIFFGetField(tiff, GLAZE_TIFF_PROFILE, &count, &bytes) && count > 0 && bytes) {
    profile->bytes = malloc(count);
    if (profile->bytes) {
      memcpy(profile->bytes, bytes, count);
      profile->count = count;
    }
  }
  TIFFClose(tiff);
  return GLAZE_IMAGE_OK;
}

uint32_t glaze_tiff_count_pages(const uint8_t *data, size_t size, uint32_t limit) {
  char message[GLAZE_IMAGE_MESSAGE_SIZE] = "";
  struct File file = {.bytes = (uint8_t *)data, .size = size, .message = message};
  void *tiff = open_file(&file, "rm");
  uint32_t count = 0;
  if (!tiff)
    return 0;
  do
    count++;
  while (count < limit && TIFFReadDirectory(tiff));
  TIFFClose(tiff);
  return count;
}

int glaze_tiff_decode(
    const uint8_t *data, size_t size, uint32_t page, const struct GlazeImageInfo *info,
    uint8_t *pixels, char *message) {
  struct File file = {.bytes = (uint8_t *)data, .size = size, .message = message};
  message[0] = 0;
  void *tiff = open_page(&file, page);
  if (!tiff)
    return GLAZE_IMAGE_CORRUPT;
  struct GlazeImageInfo now;
  bool is_same = read_page_info(tiff, &now) && now.width == info->width &&
                 now.height == info->height;
  // Rows keep their stored order; the caller applies the orientation.
  bool is_read = is_same && TIFFReadRGBAImageOriented(
                              tiff, info->width, info->height, (uint32_t *)(void *)pixels,
                              info->orientation, 1);
  TIFFClose(tiff);
  return is_read ? GLAZE_IMAGE_OK : GLAZE_IMAGE_CORRUPT;
}

static bool write_page(
    void *tiff, const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t orientation) {
  enum { DEFLATE = 8, RGB = 2, STRAIGHT = 2 };
  uint16_t extra = STRAIGHT;
  TIFFSetField(tiff, GLAZE_TIFF_WIDTH, width);
  TIFFSetField(tiff, GLAZE_TIFF_HEIGHT, height);
  TIFFSetField(tiff, GLAZE_TIFF_BITS, 8);
  TIFFSetField(tiff, GLAZE_TIFF_SAMPLES, 4);
  TIFFSetField(tiff, GLAZE_TIFF_EXTRA_SAMPLES, 1, &extra);
  TIFFSetField(tiff, GLAZE_TIFF_PHOTOMETRIC, RGB);
  TIFFSetField(tiff, GLAZE_TIFF_PLANAR, 1);
  TIFFSetField(tiff, GLAZE_TIFF_COMPRESSION, DEFLATE);
  TIFFSetField(tiff, GLAZE_TIFF_ORIENTATION, orientation);
  TIFFSetField(tiff, GLAZE_TIFF_ROWS_PER_STRIP, 64);
  for (uint32_t y = 0; y < height; y++)
    if (TIFFWriteScanline(tiff, (void *)(pixels + (size_t)y * width * 4), y, 0) < 0)
      return false;
  return TIFFWriteDirectory(tiff) != 0;
}

int glaze_tiff_encode(
    const struct GlazeImagePage *pages, size_t count, struct GlazeImageBytes *result,
    char *message) {
  struct File file = {.is_ours = true, .message = message};
  message[0] = 0;
  void *tiff = open_file(&file, "wm");
  bool is_written = tiff != NULL;
  for (size_t i = 0; i < count && is_written; i++)
    is_written = write_page(
      tiff, pages[i].pixels, pages[i].width, pages[i].height, pages[i].orientation);
  if (tiff)
    TIFFClose(tiff);
  if (!is_written) {
    free(file.bytes);
    file = (struct File){0};
  }
  *result = (struct GlazeImageBytes){file.bytes, file.size};
  return is_written ? GLAZE_IMAGE_OK : GLAZE_IMAGE_CORRUPT;
}
