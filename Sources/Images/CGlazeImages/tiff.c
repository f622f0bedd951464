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

// The samples of a page.
struct Samples {
  uint16_t bits, format, count, extra_count, photometric, planar;
  // The meaning of the first sample after the colors.
  uint16_t extra;
};

enum { SEPARATE = 2, IS_WHITE_0 = 0, IS_BLACK_0 = 1, IS_RGB = 2, NUMBERS = 1, FLOATS = 3 };
enum { UNKNOWN_EXTRA = 0, PREMULTIPLIED = 1, STRAIGHT = 2 };

static struct Samples read_samples(void *tiff) {
  struct Samples samples = {.photometric = UINT16_MAX};
  uint16_t *extra = NULL;
  TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_BITS, &samples.bits);
  TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_SAMPLE_FORMAT, &samples.format);
  TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_SAMPLES, &samples.count);
  TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_PLANAR, &samples.planar);
  TIFFGetField(tiff, GLAZE_TIFF_PHOTOMETRIC, &samples.photometric);
  TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_EXTRA_SAMPLES, &samples.extra_count, &extra);
  if (samples.extra_count > 0 && extra)
    samples.extra = extra[0];
  return samples;
}

static int count_colors(const struct Samples *samples) { return samples->photometric == IS_RGB ? 3 : 1; }

// Whether glaze_tiff_decode_deep() reads the samples: gray or RGB of 16 bits or in floating point.
static bool are_deep(const struct Samples *samples) {
  const bool has_depth = (samples->format == NUMBERS && samples->bits == 16) ||
                         (samples->format == FLOATS && (samples->bits == 16 || samples->bits == 32));
  return has_depth && samples->photometric <= IS_RGB &&
         samples->count >= count_colors(samples) + samples->extra_count;
}

// libtiff reads a fourth sample without a meaning as alpha too.
static bool has_deep_alpha(const struct Samples *samples) {
  return samples->extra_count > 0 &&
         (samples->extra != UNKNOWN_EXTRA || (samples->photometric == IS_RGB && samples->count > 3));
}

static bool read_page_info(void *tiff, struct GlazeImageInfo *info) {
  uint16_t orientation = 1;
  *info = (struct GlazeImageInfo){0};
  if (!TIFFGetField(tiff, GLAZE_TIFF_WIDTH, &info->width) ||
      !TIFFGetField(tiff, GLAZE_TIFF_HEIGHT, &info->height))
    return false;
  TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_ORIENTATION, &orientation);
  const struct Samples samples = read_samples(tiff);
  info->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
  info->has_alpha = samples.extra_count > 0;
  // TIFFReadRGBAImage() multiplies by alpha.
  info->is_premultiplied = true;
  if (are_deep(&samples)) {
    info->bits = samples.bits;
    info->is_float = samples.format == FLOATS;
    info->has_alpha = has_deep_alpha(&samples);
    info->is_premultiplied = info->is_float && samples.extra != STRAIGHT;
  }
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
  const struct Samples samples = read_samples(tiff);
  TIFFClose(tiff);
  if (is_read)
    return GLAZE_IMAGE_OK;
  return samples.bits > 16 ? GLAZE_IMAGE_UNSUPPORTED : GLAZE_IMAGE_CORRUPT;
}

// Reading more than 8 bits.

// The bits of the half float that is nearest to a float, ties to even.
static uint16_t half_of(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  const uint32_t rest = bits & 0x7FFFFFFF;
  if (rest > 0x7F800000)
    return sign | 0x7E00;
  if (rest >= 0x477FF000)
    return sign | 0x7C00;
  if (rest < 0x33000000)
    return sign;
  const uint32_t exponent = rest >> 23;
  // Below 2^-14 half floats have fewer digits.
  const uint32_t shift = exponent < 113 ? 126 - exponent : 13;
  const uint32_t digits = exponent < 113 ? (rest & 0x7FFFFF) | 0x800000 : rest - (112u << 23);
  const uint32_t half = 1u << (shift - 1), left = digits & (2 * half - 1);
  const uint32_t whole = digits >> shift;
  return sign | (uint16_t)(whole + (left > half || (left == half && (whole & 1))));
}

// The blocks of a page, strips or tiles, in one or several planes.
struct Blocks {
  struct Samples samples;
  bool are_tiles;
  uint32_t width, height, image_width, image_height;
  size_t row_size, size;
  uint8_t *bytes;
};

static bool read_blocks(void *tiff, const struct GlazeImageInfo *info, struct Blocks *blocks) {
  *blocks = (struct Blocks){
    .samples = read_samples(tiff),
    .are_tiles = TIFFIsTiled(tiff) != 0,
    .image_width = info->width,
    .image_height = info->height,
  };
  if (blocks->are_tiles) {
    TIFFGetField(tiff, GLAZE_TIFF_TILE_WIDTH, &blocks->width);
    TIFFGetField(tiff, GLAZE_TIFF_TILE_HEIGHT, &blocks->height);
  } else {
    blocks->width = info->width;
    TIFFGetFieldDefaulted(tiff, GLAZE_TIFF_ROWS_PER_STRIP, &blocks->height);
    if (blocks->height > info->height)
      blocks->height = info->height;
  }
  const uint64_t size = blocks->are_tiles ? TIFFTileSize64(tiff) : TIFFStripSize64(tiff);
  const uint64_t count = blocks->samples.planar == SEPARATE ? 1 : blocks->samples.count;
  const uint64_t row_size = count * blocks->width * (blocks->samples.bits / 8);
  if (blocks->width == 0 || blocks->height == 0 || size > MAX_ALLOCATION ||
      row_size * blocks->height > size)
    return false;
  blocks->row_size = (size_t)row_size;
  blocks->size = (size_t)size;
  blocks->bytes = malloc(blocks->size);
  return blocks->bytes != NULL;
}

// A sample as the caller takes it: the high byte first, or a half float.
static uint16_t sample_at(const uint8_t *bytes, const struct Samples *samples, bool is_color) {
  if (samples->bits == 32) {
    float number;
    memcpy(&number, bytes, sizeof number);
    return half_of(samples->photometric == IS_WHITE_0 && is_color ? 1 - number : number);
  }
  uint16_t number;
  memcpy(&number, bytes, sizeof number);
  if (samples->format == FLOATS)
    return number;
  return samples->photometric == IS_WHITE_0 && is_color ? 65535 - number : number;
}

// Stores a sample of each pixel of the block, which is the given one in its memory.
static void store_sample(
    const struct Blocks *blocks, uint32_t x, uint32_t y, uint32_t stored, uint32_t component,
    uint16_t *pixels) {
  const struct Samples *samples = &blocks->samples;
  const uint32_t width = blocks->width < blocks->image_width - x ? blocks->width : blocks->image_width - x;
  const uint32_t height =
    blocks->height < blocks->image_height - y ? blocks->height : blocks->image_height - y;
  const size_t size = samples->bits / 8;
  const size_t step = samples->planar == SEPARATE ? size : size * samples->count;
  for (uint32_t row = 0; row < height; row++) {
    const uint8_t *source = blocks->bytes + row * blocks->row_size + stored * size;
    uint16_t *target = pixels + ((size_t)(y + row) * blocks->image_width + x) * 4 + component;
    for (uint32_t i = 0; i < width; i++)
      target[(size_t)i * 4] = sample_at(source + i * step, samples, component < 3);
  }
}

// The samples that become components; others are ignored.
static uint32_t count_wanted(const struct Samples *samples) {
  return (uint32_t)count_colors(samples) + has_deep_alpha(samples);
}

static bool read_all_blocks(void *tiff, const struct Blocks *blocks, uint16_t *pixels) {
  const struct Samples *samples = &blocks->samples;
  const uint32_t wanted = count_wanted(samples), colors = (uint32_t)count_colors(samples);
  const uint32_t planes = samples->planar == SEPARATE ? wanted : 1;
  const uint32_t number = blocks->are_tiles ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  uint32_t block = 0;
  for (uint32_t plane = 0; plane < planes; plane++)
    for (uint32_t y = 0; y < blocks->image_height; y += blocks->height)
      for (uint32_t x = 0; x < blocks->image_width; x += blocks->width, block++) {
        const uint32_t left = blocks->image_height - y;
        const size_t rows = blocks->are_tiles || blocks->height < left ? blocks->height : left;
        const ptrdiff_t count =
          block >= number        ? -1
          : blocks->are_tiles ? TIFFReadEncodedTile(tiff, block, blocks->bytes, (ptrdiff_t)blocks->size)
                              : TIFFReadEncodedStrip(tiff, block, blocks->bytes, (ptrdiff_t)blocks->size);
        if (count < 0 || (size_t)count < rows * blocks->row_size)
          return false;
        const bool is_plane = samples->planar == SEPARATE;
        for (uint32_t sample = is_plane ? plane : 0; sample < (is_plane ? plane + 1 : wanted); sample++)
          store_sample(blocks, x, y, is_plane ? 0 : sample, sample < colors ? sample : 3, pixels);
      }
  return true;
}

// Completes pixels: gray has three equal colors, and no alpha is 1. Integers become straight, the high byte first.
static void complete(const struct Samples *samples, uint16_t *pixels, size_t count) {
  const bool has_alpha = has_deep_alpha(samples), is_float = samples->format == FLOATS;
  for (size_t i = 0; i < count; i++) {
    uint16_t *pixel = pixels + i * 4;
    if (count_colors(samples) == 1)
      pixel[1] = pixel[2] = pixel[0];
    if (!has_alpha)
      pixel[3] = is_float ? 0x3C00 : 65535;
    if (is_float)
      continue;
    const uint32_t alpha = pixel[3];
    for (int channel = 0; channel < 4; channel++) {
      uint32_t number = pixel[channel];
      if (has_alpha && samples->extra != STRAIGHT && channel < 3 && alpha > 0)
        number = number >= alpha ? 65535 : (number * 65535 + alpha / 2) / alpha;
      const uint8_t bytes[2] = {(uint8_t)(number >> 8), (uint8_t)number};
      memcpy(pixel + channel, bytes, sizeof bytes);
    }
  }
}

int glaze_tiff_decode_deep(
    const uint8_t *data, size_t size, uint32_t page, const struct GlazeImageInfo *info, void *pixels,
    char *message) {
  struct File file = {.bytes = (uint8_t *)data, .size = size, .message = message};
  message[0] = 0;
  void *tiff = open_page(&file, page);
  if (!tiff)
    return GLAZE_IMAGE_CORRUPT;
  struct GlazeImageInfo now;
  struct Blocks blocks = {0};
  const bool is_same = read_page_info(tiff, &now) && now.width == info->width &&
                       now.height == info->height && now.bits > 8;
  const bool is_read =
    is_same && read_blocks(tiff, info, &blocks) && read_all_blocks(tiff, &blocks, pixels);
  if (is_read)
    complete(&blocks.samples, pixels, (size_t)info->width * info->height);
  free(blocks.bytes);
  TIFFClose(tiff);
  return is_read ? GLAZE_IMAGE_OK : GLAZE_IMAGE_CORRUPT;
}

static bool write_page(
    void *tiff, const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t orientation) {
  enum { DEFLATE = 8 };
  uint16_t extra = STRAIGHT;
  TIFFSetField(tiff, GLAZE_TIFF_WIDTH, width);
  TIFFSetField(tiff, GLAZE_TIFF_HEIGHT, height);
  TIFFSetField(tiff, GLAZE_TIFF_BITS, 8);
  TIFFSetField(tiff, GLAZE_TIFF_SAMPLES, 4);
  TIFFSetField(tiff, GLAZE_TIFF_EXTRA_SAMPLES, 1, &extra);
  TIFFSetField(tiff, GLAZE_TIFF_PHOTOMETRIC, IS_RGB);
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
