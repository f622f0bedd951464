#include "CGlazeImages.h"

#include <CGlazeLazy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Reader {
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
};

static int status_of(struct heif_error error, char *message) {
  if (error.code == GLAZE_HEIF_OK)
    return GLAZE_IMAGE_OK;
  snprintf(message, GLAZE_IMAGE_MESSAGE_SIZE, "%s", error.message ? error.message : "unknown");
  switch (error.code) {
  case GLAZE_HEIF_UNSUPPORTED_FILE:
  case GLAZE_HEIF_UNSUPPORTED_FEATURE: return GLAZE_IMAGE_UNSUPPORTED;
  case GLAZE_HEIF_OUT_OF_MEMORY: return GLAZE_IMAGE_OUT_OF_MEMORY;
  default: return GLAZE_IMAGE_CORRUPT;
  }
}

static void close_reader(struct Reader *reader) {
  if (reader->image)
    heif_image_release(reader->image);
  if (reader->handle)
    heif_image_handle_release(reader->handle);
  if (reader->context)
    heif_context_free(reader->context);
}

static int open_reader(
    struct Reader *reader, const uint8_t *data, size_t size, int maximum_side, char *message) {
  memset(reader, 0, sizeof *reader);
  message[0] = 0;
  reader->context = heif_context_alloc();
  if (!reader->context)
    return GLAZE_IMAGE_OUT_OF_MEMORY;
  heif_context_set_maximum_image_size_limit(reader->context, maximum_side);
  int status = status_of(
    heif_context_read_from_memory_without_copy(reader->context, data, size, NULL), message);
  if (status == GLAZE_IMAGE_OK)
    status = status_of(
      heif_context_get_primary_image_handle(reader->context, &reader->handle), message);
  return status;
}

static void read_encoding(
    const struct heif_image_handle *handle, struct GlazeImageEncoding *encoding) {
  struct heif_color_profile_nclx *color = NULL;
  struct heif_error error = heif_image_handle_get_nclx_color_profile(handle, &color);
  if (!error.code && color) {
    encoding->primaries = (uint16_t)color->color_primaries;
    encoding->transfer = (uint16_t)color->transfer_characteristics;
  }
  if (color)
    heif_nclx_color_profile_free(color);
}

int glaze_heif_read_info(
    const uint8_t *data, size_t size, int maximum_side, struct GlazeImageInfo *info,
    char *message) {
  struct Reader reader;
  int status = open_reader(&reader, data, size, maximum_side, message);
  if (status == GLAZE_IMAGE_OK) {
    info->width = (uint32_t)heif_image_handle_get_width(reader.handle);
    info->height = (uint32_t)heif_image_handle_get_height(reader.handle);
    info->has_alpha = heif_image_handle_has_alpha_channel(reader.handle) != 0;
    info->is_premultiplied = heif_image_handle_is_premultiplied_alpha(reader.handle) != 0;
    info->orientation = 1;
    info->bits = heif_image_handle_get_luma_bits_per_pixel(reader.handle);
    read_encoding(reader.handle, &info->encoding);
  }
  close_reader(&reader);
  return status;
}

int glaze_heif_read_profile(
    const uint8_t *data, size_t size, int maximum_side, struct GlazeImageBytes *profile,
    char *message) {
  struct Reader reader;
  *profile = (struct GlazeImageBytes){0};
  int status = open_reader(&reader, data, size, maximum_side, message);
  const size_t count =
    status == GLAZE_IMAGE_OK ? heif_image_handle_get_raw_color_profile_size(reader.handle) : 0;
  if (count > 0 && count <= size) {
    profile->bytes = malloc(count);
    if (!profile->bytes)
      status = GLAZE_IMAGE_OUT_OF_MEMORY;
    else
      status =
        status_of(heif_image_handle_get_raw_color_profile(reader.handle, profile->bytes), message);
    if (status == GLAZE_IMAGE_OK)
      profile->count = count;
  }
  close_reader(&reader);
  return status;
}

// A row of 16-bit numbers of some bits, as 16 bits of which the high byte comes first.
static void widen_row(const uint8_t *row, size_t count, int bits, uint8_t *target) {
  const uint32_t most = (1u << bits) - 1;
  for (size_t i = 0; i < count; i++) {
    uint32_t number = row[2 * i] | (uint32_t)row[2 * i + 1] << 8;
    if (number > most)
      number = most;
    number = (number * 65535 + most / 2) / most;
    target[2 * i] = (uint8_t)(number >> 8);
    target[2 * i + 1] = (uint8_t)number;
  }
}

static int copy_rows(
    const struct heif_image *image, const struct GlazeImageInfo *info, uint8_t *pixels,
    char *message) {
  int stride = 0;
  const uint8_t *rows = heif_image_get_plane_readonly(image, GLAZE_HEIF_INTERLEAVED, &stride);
  const int bits = heif_image_get_bits_per_pixel_range(image, GLAZE_HEIF_INTERLEAVED);
  if (!rows || heif_image_get_width(image, GLAZE_HEIF_INTERLEAVED) != (int)info->width ||
      heif_image_get_height(image, GLAZE_HEIF_INTERLEAVED) != (int)info->height) {
    snprintf(message, GLAZE_IMAGE_MESSAGE_SIZE, "the size differs from the header");
    return GLAZE_IMAGE_CORRUPT;
  }
  const size_t count = (size_t)info->width * 4;
  if (info->bits > 8 && (bits < 1 || bits > 16)) {
    snprintf(message, GLAZE_IMAGE_MESSAGE_SIZE, "components have %d bits", bits);
    return GLAZE_IMAGE_UNSUPPORTED;
  }
  for (uint32_t y = 0; y < info->height; y++) {
    const uint8_t *row = rows + (size_t)y * (size_t)stride;
    if (info->bits > 8)
      widen_row(row, count, bits, pixels + (size_t)y * count * 2);
    else
      memcpy(pixels + (size_t)y * count, row, count);
  }
  return GLAZE_IMAGE_OK;
}

int glaze_heif_decode(
    const uint8_t *data, size_t size, int maximum_side, const struct GlazeImageInfo *info,
    uint8_t *pixels, char *message) {
  struct Reader reader;
  int status = open_reader(&reader, data, size, maximum_side, message);
  const int chroma = info->bits > 8 ? GLAZE_HEIF_DEEP_RGBA : GLAZE_HEIF_RGBA;
  if (status == GLAZE_IMAGE_OK)
    status = status_of(
      heif_decode_image(reader.handle, &reader.image, GLAZE_HEIF_RGB, chroma, NULL), message);
  if (status == GLAZE_IMAGE_OK)
    status = copy_rows(reader.image, info, pixels, message);
  close_reader(&reader);
  return status;
}

// Writing.

static struct heif_error append(
    struct heif_context *context, const void *bytes, size_t count, void *user) {
  (void)context;
  struct GlazeImageBytes *file = user;
  uint8_t *grown = realloc(file->bytes, file->count + count);
  if (!grown)
    return (struct heif_error){GLAZE_HEIF_OUT_OF_MEMORY, 0, "not enough memory"};
  memcpy(grown + file->count, bytes, count);
  file->bytes = grown;
  file->count += count;
  return (struct heif_error){GLAZE_HEIF_OK, 0, "Success"};
}

// The pixels of a file, with how they are written.
struct Picture {
  const void *pixels;
  int width, height, bits;
  const struct GlazeImageEncoding *encoding;
  bool is_avif;
  int quality;
};

static struct heif_error set_encoding(
    struct heif_image *image, const struct GlazeImageEncoding *encoding) {
  struct heif_color_profile_nclx *color = heif_nclx_color_profile_alloc();
  if (!color)
    return (struct heif_error){GLAZE_HEIF_OUT_OF_MEMORY, 0, "not enough memory"};
  color->color_primaries = encoding->primaries;
  color->transfer_characteristics = encoding->transfer;
  // The numbers from which the file's luma and chroma are made: of BT.2020, or of BT.709.
  color->matrix_coefficients = encoding->primaries == 9 ? 9 : 1;
  color->full_range_flag = 1;
  struct heif_error error = heif_image_set_nclx_color_profile(image, color);
  heif_nclx_color_profile_free(color);
  if (encoding->brightest > 0) {
    const struct heif_content_light_level levels = {encoding->brightest,
                                                    encoding->brightest_frame};
    heif_image_set_content_light_level(image, &levels);
  }
  return error;
}

static void fill_plane(struct heif_image *image, const struct Picture *picture) {
  int stride = 0;
  uint8_t *rows = heif_image_get_plane(image, GLAZE_HEIF_INTERLEAVED, &stride);
  const size_t count = (size_t)picture->width * 4;
  const uint32_t most = (1u << picture->bits) - 1;
  for (int y = 0; y < picture->height; y++) {
    uint8_t *row = rows + (size_t)y * (size_t)stride;
    if (picture->bits <= 8) {
      memcpy(row, (const uint8_t *)picture->pixels + (size_t)y * count, count);
      continue;
    }
    const uint16_t *source = (const uint16_t *)picture->pixels + (size_t)y * count;
    for (size_t i = 0; i < count; i++) {
      const uint32_t number = (source[i] * most + 32767) / 65535;
      row[2 * i] = (uint8_t)number;
      row[2 * i + 1] = (uint8_t)(number >> 8);
    }
  }
}

static struct heif_error encode(
    struct heif_context *context, struct heif_encoder *encoder, struct heif_image *image,
    const struct Picture *picture) {
  struct heif_error error = heif_image_add_plane(
    image, GLAZE_HEIF_INTERLEAVED, picture->width, picture->height, picture->bits);
  if (error.code)
    return error;
  fill_plane(image, picture);
  if (picture->encoding)
    error = set_encoding(image, picture->encoding);
  if (!error.code)
    error = picture->quality >= 100 ? heif_encoder_set_lossless(encoder, 1)
                                    : heif_encoder_set_lossy_quality(encoder, picture->quality);
  // Where color matters, it is not halved.
  if (!error.code && picture->encoding)
    error = heif_encoder_set_parameter_string(encoder, "chroma", "444");
  if (error.code)
    return error;
  return heif_context_encode_image(context, image, encoder, NULL, NULL);
}

int glaze_heif_encode(
    const void *pixels, int width, int height, int bits, const struct GlazeImageEncoding *encoding,
    bool is_avif, int quality, struct GlazeImageBytes *file, char *message) {
  const struct Picture picture = {pixels, width, height, bits, encoding, is_avif, quality};
  *file = (struct GlazeImageBytes){0};
  message[0] = 0;
  struct heif_context *context = heif_context_alloc();
  struct heif_encoder *encoder = NULL;
  struct heif_image *image = NULL;
  struct heif_error error = heif_context_get_encoder_for_format(
    context, is_avif ? GLAZE_HEIF_AV1 : GLAZE_HEIF_HEVC, &encoder);
  const int chroma = bits > 8 ? GLAZE_HEIF_DEEP_RGBA : GLAZE_HEIF_RGBA;
  if (!error.code)
    error = heif_image_create(width, height, GLAZE_HEIF_RGB, chroma, &image);
  if (!error.code)
    error = encode(context, encoder, image, &picture);
  struct heif_writer writer = {.writer_api_version = 1, .write = append};
  if (!error.code)
    error = heif_context_write(context, &writer, file);
  int status = status_of(error, message);
  if (image)
    heif_image_release(image);
  if (encoder)
    heif_encoder_release(encoder);
  heif_context_free(context);
  if (status != GLAZE_IMAGE_OK) {
    free(file->bytes);
    *file = (struct GlazeImageBytes){0};
  }
  return status;
}
