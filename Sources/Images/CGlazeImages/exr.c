#include "CGlazeImages.h"

#include <CGlazeLazy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A part of a file that is open.
struct Reader {
  const uint8_t *data;
  size_t size;
  char *message;
  void *context;
  int part;
  glaze_exr_box window;
  const glaze_exr_channels *channels;
  // Whether the colors are those of the channel Y.
  bool is_gray;
};

// More channels than a file with layers of a renderer has; they bound the memory of a block.
enum { MAX_CHANNELS = 64, MAX_BLOCK = 512 << 20 };

static int fail(struct Reader *reader, int status, const char *text) {
  if (!reader->message[0])
    snprintf(reader->message, GLAZE_IMAGE_MESSAGE_SIZE, "%s", text);
  return status;
}

// The status for a result of the library, which has reported its message.
static int status_of(struct Reader *reader, int32_t result) {
  switch (result) {
  case 0: return GLAZE_IMAGE_OK;
  case GLAZE_EXR_NO_MEMORY: return GLAZE_IMAGE_OUT_OF_MEMORY;
  case GLAZE_EXR_NOT_IMPLEMENTED: return GLAZE_IMAGE_UNSUPPORTED;
  default: return fail(reader, GLAZE_IMAGE_CORRUPT, "OpenEXR refuses it");
  }
}

static int64_t read_bytes(
    const void *context, void *user, void *bytes, uint64_t count, uint64_t offset, void *error) {
  (void)context;
  (void)error;
  const struct Reader *reader = user;
  const uint64_t left = offset < reader->size ? reader->size - offset : 0;
  const uint64_t taken = count < left ? count : left;
  memcpy(bytes, reader->data + (left ? offset : 0), taken);
  return (int64_t)taken;
}

static int64_t size_of(const void *context, void *user) {
  (void)context;
  return (int64_t)((const struct Reader *)user)->size;
}

// The library passes its context, not the reader; messages of results suffice.
static void on_error(const void *context, int32_t code, const char *message) {
  (void)context;
  (void)code;
  (void)message;
}

static bool has_channel(const glaze_exr_channels *channels, char name) {
  for (int i = 0; i < channels->count; i++)
    if (channels->channels[i].name[0] == name && !channels->channels[i].name[1])
      return true;
  return false;
}

// The component of a channel, 0 to 3; -1 for one that is ignored.
static int component_of(const struct Reader *reader, const char *name) {
  const char *components = reader->is_gray ? "Y??A" : "RGBA";
  const char *found = name[0] && !name[1] ? strchr(components, name[0]) : NULL;
  return found ? (int)(found - components) : -1;
}

static int check_channels(struct Reader *reader) {
  if (reader->channels->count > MAX_CHANNELS)
    return fail(reader, GLAZE_IMAGE_UNSUPPORTED, "EXR files with more than 64 channels are not supported");
  for (int i = 0; i < reader->channels->count; i++) {
    const glaze_exr_channel *channel = &reader->channels->channels[i];
    if (channel->x_sampling != 1 || channel->y_sampling != 1 ||
        (component_of(reader, channel->name) >= 0 && channel->pixel_type == GLAZE_EXR_INTEGERS))
      return fail(reader, GLAZE_IMAGE_UNSUPPORTED,
                  "EXR files with integers, or with colors at fewer pixels, are not supported");
  }
  return GLAZE_IMAGE_OK;
}

// Finds the first part with colors.
static int find_part(struct Reader *reader) {
  int count = 0;
  int32_t result = exr_get_count(reader->context, &count);
  for (; result == 0 && reader->part < count; reader->part++) {
    int storage = -1;
    result = exr_get_storage(reader->context, reader->part, &storage);
    if (result || (storage != GLAZE_EXR_SCAN_LINES && storage != GLAZE_EXR_TILES))
      continue;
    result = exr_get_channels(reader->context, reader->part, &reader->channels);
    if (result)
      continue;
    const bool has_colors = has_channel(reader->channels, 'R') || has_channel(reader->channels, 'G') ||
                            has_channel(reader->channels, 'B');
    reader->is_gray = !has_colors && has_channel(reader->channels, 'Y');
    if (!has_colors && !reader->is_gray)
      continue;
    const int status = check_channels(reader);
    if (status != GLAZE_IMAGE_OK)
      return status;
    return status_of(reader, exr_get_data_window(reader->context, reader->part, &reader->window));
  }
  return result ? status_of(reader, result)
                : fail(reader, GLAZE_IMAGE_UNSUPPORTED,
                       "the EXR file has none of the channels R, G, B and Y in a part without depth");
}

static int open_reader(struct Reader *reader, const uint8_t *data, size_t size, char *message) {
  *reader = (struct Reader){.data = data, .size = size, .message = message};
  message[0] = 0;
  const glaze_exr_options options = {
    .size = sizeof options,
    .error = on_error,
    .user = reader,
    .read = read_bytes,
    .file_size = size_of,
    .max_image_width = 32768,
    .max_image_height = 32768,
    .max_tile_width = 32768,
    .max_tile_height = 32768,
    .zip_level = -2,
    .dwa_quality = -1,
    // Missing tables of blocks are not searched for in the whole file.
    .flags = 1 << 2,
  };
  const int32_t result = exr_start_read(&reader->context, "memory", &options);
  return result ? status_of(reader, result) : find_part(reader);
}

static void close_reader(struct Reader *reader) {
  if (reader->context)
    exr_finish(&reader->context);
}

static void read_properties(
    struct Reader *reader, struct GlazeImageInfo *info, float chromaticities[8]) {
  *info = (struct GlazeImageInfo){
    .width = (uint32_t)reader->window.right - (uint32_t)reader->window.left + 1,
    .height = (uint32_t)reader->window.bottom - (uint32_t)reader->window.top + 1,
    .orientation = 1,
    .bits = 16,
    .is_float = true,
    .is_premultiplied = true,
  };
  for (int i = 0; i < reader->channels->count; i++) {
    const int component = component_of(reader, reader->channels->channels[i].name);
    if (component == 3)
      info->has_alpha = true;
    if (component >= 0 && reader->channels->channels[i].pixel_type != GLAZE_EXR_HALF)
      info->bits = 32;
  }
  if (exr_attr_get_chromaticities(reader->context, reader->part, "chromaticities", chromaticities))
    memset(chromaticities, 0, 8 * sizeof *chromaticities);
}

int glaze_exr_read_info(
    const uint8_t *data, size_t size, struct GlazeImageInfo *info, float chromaticities[8],
    char *message) {
  struct Reader reader;
  *info = (struct GlazeImageInfo){0};
  const int status = open_reader(&reader, data, size, message);
  if (status == GLAZE_IMAGE_OK)
    read_properties(&reader, info, chromaticities);
  close_reader(&reader);
  return status;
}

// The blocks of a part: scan lines or the tiles of the largest level.
struct Blocks {
  bool are_tiles;
  int32_t width, height;
};

static int read_blocks(struct Reader *reader, struct Blocks *blocks) {
  int storage = 0, compression = 0;
  uint64_t size = 0;
  int32_t result = exr_get_storage(reader->context, reader->part, &storage);
  *blocks = (struct Blocks){storage == GLAZE_EXR_TILES, INT32_MAX, 0};
  if (!result)
    result = exr_get_compression(reader->context, reader->part, &compression);
  if (!result && (compression == GLAZE_EXR_DWAA || compression == GLAZE_EXR_DWAB))
    return fail(reader, GLAZE_IMAGE_UNSUPPORTED,
                "the EXR file is compressed as DWAA or DWAB; `exrmaketiled -o IN.exr OUT.exr` of OpenEXR writes "
                "one that Glaze reads");
  if (!result)
    result = blocks->are_tiles
               ? exr_get_tile_sizes(reader->context, reader->part, 0, 0, &blocks->width, &blocks->height)
               : exr_get_scanlines_per_chunk(reader->context, reader->part, &blocks->height);
  if (!result)
    result = exr_get_chunk_unpacked_size(reader->context, reader->part, &size);
  if (result)
    return status_of(reader, result);
  if (size > MAX_BLOCK || blocks->width < 1 || blocks->height < 1)
    return fail(reader, GLAZE_IMAGE_UNSUPPORTED, "EXR files with blocks of more than 512 MiB are not supported");
  return GLAZE_IMAGE_OK;
}

// Directs the channels of a block, whose first pixel is given, to four half floats a pixel.
static void aim(
    const struct Reader *reader, glaze_exr_pipeline *pipeline, uint32_t image_width, uint64_t pixel,
    uint16_t *pixels) {
  for (int i = 0; i < pipeline->target_count; i++) {
    glaze_exr_target *target = &pipeline->targets[i];
    const int component = component_of(reader, reader->channels->channels[i].name);
    target->target = component < 0 ? NULL : (uint8_t *)(pixels + pixel * 4 + component);
    target->user_type = GLAZE_EXR_HALF;
    target->user_size = 2;
    target->pixel_stride = 8;
    target->row_stride = (int32_t)(image_width * 8);
  }
}

// Decodes the block whose first pixel is at a place of the image.
static int decode_block(
    struct Reader *reader, const struct Blocks *blocks, const struct GlazeImageInfo *info, uint32_t x,
    uint32_t y, uint16_t *pixels) {
  glaze_exr_chunk chunk;
  memset(&chunk, 0, sizeof chunk);
  int32_t result =
    blocks->are_tiles
      ? exr_read_tile_chunk_info(reader->context, reader->part, (int)(x / (uint32_t)blocks->width),
                                 (int)(y / (uint32_t)blocks->height), 0, 0, &chunk)
      : exr_read_scanline_chunk_info(reader->context, reader->part, reader->window.top + (int)y, &chunk);
  if (result)
    return status_of(reader, result);
  // The library writes as many pixels as the block has.
  if (chunk.width < 0 || chunk.height < 0 || (uint32_t)chunk.width > info->width - x ||
      (uint32_t)chunk.height > info->height - y)
    return fail(reader, GLAZE_IMAGE_CORRUPT, "a block lies outside of the image");
  glaze_exr_pipeline pipeline;
  memset(&pipeline, 0, sizeof pipeline);
  result = exr_decoding_initialize(reader->context, reader->part, &chunk, &pipeline);
  if (result)
    return status_of(reader, result);
  aim(reader, &pipeline, info->width, (uint64_t)y * info->width + x, pixels);
  result = exr_decoding_choose_default_routines(reader->context, reader->part, &pipeline);
  if (!result)
    result = exr_decoding_run(reader->context, reader->part, &pipeline);
  exr_decoding_destroy(reader->context, &pipeline);
  return status_of(reader, result);
}

static int decode_blocks(
    struct Reader *reader, const struct Blocks *blocks, const struct GlazeImageInfo *info,
    uint16_t *pixels) {
  int status = GLAZE_IMAGE_OK;
  for (uint32_t y = 0; y < info->height && status == GLAZE_IMAGE_OK; y += (uint32_t)blocks->height)
    for (uint32_t x = 0; x < info->width && status == GLAZE_IMAGE_OK; x += (uint32_t)blocks->width)
      status = decode_block(reader, blocks, info, x, y, pixels);
  return status;
}

int glaze_exr_decode(
    const uint8_t *data, size_t size, const struct GlazeImageInfo *info, uint16_t *pixels,
    char *message) {
  struct Reader reader;
  struct Blocks blocks;
  struct GlazeImageInfo now;
  float chromaticities[8];
  int status = open_reader(&reader, data, size, message);
  if (status == GLAZE_IMAGE_OK)
    status = read_blocks(&reader, &blocks);
  if (status == GLAZE_IMAGE_OK) {
    read_properties(&reader, &now, chromaticities);
    status = now.width == info->width && now.height == info->height
               ? decode_blocks(&reader, &blocks, info, pixels)
               : GLAZE_IMAGE_CORRUPT;
  }
  for (size_t i = 0; status == GLAZE_IMAGE_OK && reader.is_gray && i < (size_t)info->width * info->height; i++)
    pixels[i * 4 + 1] = pixels[i * 4 + 2] = pixels[i * 4];
  close_reader(&reader);
  return status;
}
