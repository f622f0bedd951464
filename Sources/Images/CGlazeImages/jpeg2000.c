#include "CGlazeImages.h"

#include <CGlazeLazy.h>
#include <stdio.h>
#include <string.h>

struct Source {
  const uint8_t *data;
  size_t size;
  size_t offset;
  char *message;
};

static size_t read_bytes(void *bytes, size_t count, void *user) {
  struct Source *source = user;
  size_t left = source->size - source->offset;
  if (!left)
    return (size_t)-1;
  if (count > left)
    count = left;
  memcpy(bytes, source->data + source->offset, count);
  source->offset += count;
  return count;
}

static int64_t skip_bytes(int64_t count, void *user) {
  struct Source *source = user;
  int64_t left = (int64_t)(source->size - source->offset);
  if (count < 0 || count > left)
    count = count < 0 ? 0 : left;
  source->offset += (size_t)count;
  return count;
}

static int seek_to(int64_t offset, void *user) {
  struct Source *source = user;
  if (offset < 0 || (uint64_t)offset > source->size)
    return 0;
  source->offset = (size_t)offset;
  return 1;
}

// Stores the first message, without its end of line.
static void on_error(const char *text, void *user) {
  struct Source *source = user;
  if (source->message[0])
    return;
  snprintf(source->message, GLAZE_IMAGE_MESSAGE_SIZE, "%s", text);
  source->message[strcspn(source->message, "\r\n")] = 0;
}

static bool is_boxed(const struct Source *source) {
  return source->size > 8 && !memcmp(source->data + 4, "jP  ", 4);
}

// Checks that each component has one value for each pixel, or for 2 x 1 or 2 x 2 pixels like color.
static bool is_known(const glaze_opj_image *image, uint32_t width, uint32_t height) {
  if (image->numcomps < 1 || image->numcomps > 4 || image->color_space == GLAZE_OPJ_CMYK ||
      image->color_space == GLAZE_OPJ_EYCC)
    return false;
  for (uint32_t i = 0; i < image->numcomps; i++) {
    const glaze_opj_component *c = &image->comps[i];
    if (c->prec < 1 || c->prec > 16 || c->dx < 1 || c->dx > 2 || c->dy < 1 || c->dy > 2 ||
        c->w < (width + c->dx - 1) / c->dx || c->h < (height + c->dy - 1) / c->dy)
      return false;
  }
  return true;
}

static uint8_t sample(const glaze_opj_component *c, uint32_t x, uint32_t y) {
  int64_t value = c->data[(size_t)(y / c->dy) * c->w + x / c->dx];
  int64_t most = ((int64_t)1 << c->prec) - 1;
  if (c->sgnd)
    value += (int64_t)1 << (c->prec - 1);
  value = value < 0 ? 0 : value > most ? most : value;
  return (uint8_t)((value * 255 + most / 2) / most);
}

static uint8_t clamped(double value) {
  return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)(value + 0.5);
}

static void convert(
    const glaze_opj_image *image, uint32_t width, uint32_t height, uint8_t *pixels) {
  bool is_gray = image->numcomps < 3;
  uint32_t alpha = image->numcomps == 2 ? 1 : image->numcomps == 4 ? 3 : 0;
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      uint8_t *pixel = pixels + ((size_t)y * width + x) * 4;
      for (uint32_t i = 0; i < 3; i++)
        pixel[i] = sample(&image->comps[is_gray ? 0 : i], x, y);
      pixel[3] = alpha ? sample(&image->comps[alpha], x, y) : 255;
      if (image->color_space == GLAZE_OPJ_SYCC && !is_gray) {
        double luma = pixel[0], blue = pixel[1] - 128.0, red = pixel[2] - 128.0;
        pixel[0] = clamped(luma + 1.402 * red);
        pixel[1] = clamped(luma - 0.344136 * blue - 0.714136 * red);
        pixel[2] = clamped(luma + 1.772 * blue);
      }
    }
}

static int read_image(
    void *codec, void *stream, struct GlazeImageInfo *info, uint8_t *pixels, char *message) {
  glaze_opj_image *image = NULL;
  int status = GLAZE_IMAGE_CORRUPT;
  if (opj_read_header(stream, codec, &image)) {
    uint32_t width = image->x1 - image->x0, height = image->y1 - image->y0;
    status = GLAZE_IMAGE_OK;
    if (!pixels) {
      *info = (struct GlazeImageInfo){
        .width = width, .height = height, .orientation = 1,
        .has_alpha = image->numcomps == 2 || image->numcomps == 4};
    } else if (!opj_decode(codec, stream, image) || !opj_end_decompress(codec, stream)) {
      status = GLAZE_IMAGE_CORRUPT;
    } else if (width != info->width || height != info->height || !is_known(image, width, height)) {
      status = GLAZE_IMAGE_UNSUPPORTED;
      snprintf(message, GLAZE_IMAGE_MESSAGE_SIZE, "this kind of JPEG 2000 is not supported");
    } else {
      for (uint32_t i = 0; i < image->numcomps; i++)
        if (!image->comps[i].data)
          status = GLAZE_IMAGE_CORRUPT;
      if (status == GLAZE_IMAGE_OK)
        convert(image, width, height, pixels);
    }
  }
  if (image)
    opj_image_destroy(image);
  return status;
}

static int read_file(struct Source *source, struct GlazeImageInfo *info, uint8_t *pixels) {
  void *codec = opj_create_decompress(is_boxed(source) ? GLAZE_OPJ_JP2 : GLAZE_OPJ_J2K);
  void *stream = opj_stream_create(1 << 16, 1);
  int status = GLAZE_IMAGE_OUT_OF_MEMORY;
  if (codec && stream) {
    glaze_opj_parameters parameters = {0};
    opj_set_error_handler(codec, on_error, source);
    opj_set_default_decoder_parameters(&parameters);
    opj_setup_decoder(codec, &parameters);
    opj_stream_set_user_data(stream, source, NULL);
    opj_stream_set_user_data_length(stream, source->size);
    opj_stream_set_read_function(stream, read_bytes);
    opj_stream_set_skip_function(stream, skip_bytes);
    opj_stream_set_seek_function(stream, seek_to);
    status = read_image(codec, stream, info, pixels, source->message);
  }
  if (stream)
    opj_stream_destroy(stream);
  if (codec)
    opj_destroy_codec(codec);
  return status;
}

int glaze_jpeg2000_read_info(
    const uint8_t *data, size_t size, struct GlazeImageInfo *info, char *message) {
  struct Source source = {.data = data, .size = size, .message = message};
  message[0] = 0;
  return read_file(&source, info, NULL);
}

int glaze_jpeg2000_decode(
    const uint8_t *data, size_t size, const struct GlazeImageInfo *info, uint8_t *pixels,
    char *message) {
  struct Source source = {.data = data, .size = size, .message = message};
  struct GlazeImageInfo copy = *info;
  message[0] = 0;
  return read_file(&source, &copy, pixels);
}
