#include "CGlazeImages.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct Reader {
  png_structp png;
  png_infop info;
  const uint8_t *data;
  size_t size;
  jmp_buf leave;
  int status;
  char *message;
};

static _Noreturn void leave(struct Reader *reader, int status, const char *message) {
  reader->status = status;
  snprintf(reader->message, GLAZE_IMAGE_MESSAGE_SIZE, "%s", message);
  longjmp(reader->leave, 1);
}

// libpng has no error codes: malloc reports that memory ran out.
static void on_error(png_structp png, png_const_charp message) {
  leave(png_get_error_ptr(png),
        errno == ENOMEM ? GLAZE_IMAGE_OUT_OF_MEMORY : GLAZE_IMAGE_CORRUPT, message);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void on_read(png_structp png, png_bytep target, size_t count) {
  struct Reader *reader = png_get_io_ptr(png);
  if (count > reader->size)
    leave(reader, GLAZE_IMAGE_TRUNCATED, "the data ends early");
  memcpy(target, reader->data, count);
  reader->data += count;
  reader->size -= count;
}

// Requests R, G, B, A, whatever the format of the file: 8 bits each, or 16 with the high byte first.
static void set_transformations(png_structp png, bool is_deep) {
  png_set_expand(png);
  if (!is_deep)
    png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
}

static void decode(struct Reader *reader, uint32_t width, uint32_t height, bool is_deep,
                   uint8_t *pixels) {
  if (setjmp(reader->leave))
    return;
  png_structp png = reader->png;
  png_set_read_fn(png, reader, on_read);
  // A wrong checksum is an error in any chunk; other minor irregularities are not.
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_benign_errors(png, 1);
  png_read_info(png, reader->info);
  set_transformations(png, is_deep);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  size_t stride = (size_t)width * (is_deep ? 8 : 4);
  if (png_get_image_width(png, reader->info) != width ||
      png_get_image_height(png, reader->info) != height ||
      png_get_rowbytes(png, reader->info) != stride)
    leave(reader, GLAZE_IMAGE_CORRUPT, "the size differs from the header");
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t y = 0; y < height; y++)
      png_read_row(png, pixels + y * stride, NULL);
  png_read_end(png, NULL);
}

int glaze_png_decode(
    const uint8_t *data, size_t size, uint32_t width, uint32_t height, bool is_deep,
    uint8_t *pixels, char *message) {
  struct Reader reader = {.data = data, .size = size, .message = message};
  message[0] = 0;
  errno = 0;
  reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error, on_warning);
  if (reader.png)
    reader.info = png_create_info_struct(reader.png);
  if (reader.info)
    decode(&reader, width, height, is_deep, pixels);
  else
    reader.status = GLAZE_IMAGE_OUT_OF_MEMORY;
  png_destroy_read_struct(&reader.png, &reader.info, NULL);
  return reader.status;
}

static void read_profile(struct Reader *reader, struct GlazeImageBytes *profile) {
  if (setjmp(reader->leave))
    return;
  png_structp png = reader->png;
  png_set_read_fn(png, reader, on_read);
  png_read_info(png, reader->info);
  png_charp name;
  int compression;
  png_bytep bytes;
  png_uint_32 count;
  if (!png_get_iCCP(png, reader->info, &name, &compression, &bytes, &count))
    return;
  profile->bytes = malloc(count);
  if (!profile->bytes)
    leave(reader, GLAZE_IMAGE_OUT_OF_MEMORY, "out of memory");
  memcpy(profile->bytes, bytes, count);
  profile->count = count;
}

int glaze_png_read_profile(
    const uint8_t *data, size_t size, struct GlazeImageBytes *profile, char *message) {
  struct Reader reader = {.data = data, .size = size, .message = message};
  *profile = (struct GlazeImageBytes){0};
  message[0] = 0;
  reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error, on_warning);
  if (reader.png)
    reader.info = png_create_info_struct(reader.png);
  if (reader.info)
    read_profile(&reader, profile);
  else
    reader.status = GLAZE_IMAGE_OUT_OF_MEMORY;
  png_destroy_read_struct(&reader.png, &reader.info, NULL);
  return reader.status;
}
