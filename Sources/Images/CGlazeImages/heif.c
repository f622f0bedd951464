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
  }
  close_reader(&reader);
  return status;
}

static int copy_rows(
    const struct heif_image *image, const struct GlazeImageInfo *info, uint8_t *pixels,
    char *message) {
  int stride = 0;
  const uint8_t *rows = heif_image_get_plane_readonly(image, GLAZE_HEIF_INTERLEAVED, &stride);
  if (!rows || heif_image_get_width(image, GLAZE_HEIF_INTERLEAVED) != (int)info->width ||
      heif_image_get_height(image, GLAZE_HEIF_INTERLEAVED) != (int)info->height) {
    snprintf(message, GLAZE_IMAGE_MESSAGE_SIZE, "the size differs from the header");
    return GLAZE_IMAGE_CORRUPT;
  }
  for (uint32_t y = 0; y < info->height; y++)
    memcpy(pixels + (size_t)y * info->width * 4, rows + (size_t)y * (size_t)stride,
           (size_t)info->width * 4);
  return GLAZE_IMAGE_OK;
}

int glaze_heif_decode(
    const uint8_t *data, size_t size, int maximum_side, const struct GlazeImageInfo *info,
    uint8_t *pixels, char *message) {
  struct Reader reader;
  int status = open_reader(&reader, data, size, maximum_side, message);
  if (status == GLAZE_IMAGE_OK)
    status = status_of(
      heif_decode_image(reader.handle, &reader.image, GLAZE_HEIF_RGB, GLAZE_HEIF_RGBA, NULL),
      message);
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

static struct heif_error encode(
    struct heif_context *context, struct heif_encoder *encoder, struct heif_image *image,
    const uint8_t *pixels, int width, int height, int quality) {
  struct heif_error error =
    heif_image_add_plane(image, GLAZE_HEIF_INTERLEAVED, width, height, 8);
  if (error.code)
    return error;
  int stride = 0;
  uint8_t *rows = heif_image_get_plane(image, GLAZE_HEIF_INTERLEAVED, &stride);
  for (int y = 0; y < height; y++)
    memcpy(rows + (size_t)y * (size_t)stride, pixels + (size_t)y * (size_t)width * 4,
           (size_t)width * 4);
  error = quality >= 100 ? heif_encoder_set_lossless(encoder, 1)
                         : heif_encoder_set_lossy_quality(encoder, quality);
  if (error.code)
    return error;
  return heif_context_encode_image(context, image, encoder, NULL, NULL);
}

int glaze_heif_encode(
    const uint8_t *pixels, int width, int height, bool is_avif, int quality,
    struct GlazeImageBytes *file, char *message) {
  *file = (struct GlazeImageBytes){0};
  message[0] = 0;
  struct heif_context *context = heif_context_alloc();
  struct heif_encoder *encoder = NULL;
  struct heif_image *image = NULL;
  struct heif_error error = heif_context_get_encoder_for_format(
    context, is_avif ? GLAZE_HEIF_AV1 : GLAZE_HEIF_HEVC, &encoder);
  if (!error.code)
    error = heif_image_create(width, height, GLAZE_HEIF_RGB, GLAZE_HEIF_RGBA, &image);
  if (!error.code)
    error = encode(context, encoder, image, pixels, width, height, quality);
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
