#include "CGlazeImages.h"

#include <CGlazeLazy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(int status, char *message, const char *text) {
  snprintf(message, GLAZE_IMAGE_MESSAGE_SIZE, "%s", text);
  return status;
}

// The code points of an encoding; none where there are none for it.
static void read_encoding(const glaze_jxl_color *color, struct GlazeImageEncoding *encoding) {
  const bool is_d65 = color->white_point == GLAZE_JXL_D65;
  const bool has_primaries = color->primaries == 1 || color->primaries == 9 ||
                             color->primaries == GLAZE_JXL_P3;
  if (color->color_space != GLAZE_JXL_GRAY && (!is_d65 || !has_primaries))
    return;
  uint16_t transfer = (uint16_t)color->transfer;
  if (color->transfer == GLAZE_JXL_GAMMA)
    transfer = color->gamma > 0.4535 && color->gamma < 0.4555 ? 4 : 0;
  if (!transfer)
    return;
  encoding->transfer = transfer;
  // H.273 has another number for P3 with the white of D65.
  encoding->primaries = color->color_space == GLAZE_JXL_GRAY ? 1
                        : color->primaries == GLAZE_JXL_P3   ? 12
                                                             : (uint16_t)color->primaries;
}

// Reads a file up to an event.
struct Decoding {
  void *decoder;
  struct GlazeImageInfo info;
  bool is_float;
};

static int start(struct Decoding *decoding, const uint8_t *data, size_t size, int events,
                 char *message) {
  memset(decoding, 0, sizeof *decoding);
  message[0] = 0;
  decoding->decoder = JxlDecoderCreate(NULL);
  if (!decoding->decoder)
    return GLAZE_IMAGE_OUT_OF_MEMORY;
  const bool is_ready =
    !JxlDecoderSubscribeEvents(decoding->decoder, events | GLAZE_JXL_BASIC_INFO | GLAZE_JXL_COLOR) &&
    !JxlDecoderSetKeepOrientation(decoding->decoder, 1) &&
    !JxlDecoderSetUnpremultiplyAlpha(decoding->decoder, 1) &&
    !JxlDecoderSetInput(decoding->decoder, data, size);
  if (!is_ready)
    return fail(GLAZE_IMAGE_CORRUPT, message, "libjxl refuses it");
  JxlDecoderCloseInput(decoding->decoder);
  return GLAZE_IMAGE_OK;
}

static void take_basic_info(struct Decoding *decoding) {
  glaze_jxl_info basic = {0};
  if (JxlDecoderGetBasicInfo(decoding->decoder, &basic))
    return;
  decoding->is_float = basic.exponent_bits_per_sample > 0;
  decoding->info = (struct GlazeImageInfo){
    .width = basic.xsize,
    .height = basic.ysize,
    .orientation = basic.orientation,
    .has_alpha = basic.alpha_bits > 0,
    .is_float = decoding->is_float,
    .bits = decoding->is_float ? 16 : (int)basic.bits_per_sample,
  };
}

// Pixels come in the file's own encoding where the library knows it, else in the one that it reports.
static void take_color(struct Decoding *decoding) {
  glaze_jxl_color color;
  memset(&color, 0, sizeof color);
  if (!JxlDecoderGetColorAsEncodedProfile(decoding->decoder, NULL, GLAZE_JXL_ORIGINAL, &color))
    JxlDecoderSetPreferredColorProfile(decoding->decoder, &color);
  memset(&color, 0, sizeof color);
  if (!JxlDecoderGetColorAsEncodedProfile(decoding->decoder, NULL, GLAZE_JXL_DATA, &color))
    read_encoding(&color, &decoding->info.encoding);
}

// Continues to the colors, after which the size is known.
static int read_header(struct Decoding *decoding, char *message) {
  for (;;) {
    switch (JxlDecoderProcessInput(decoding->decoder)) {
    case GLAZE_JXL_BASIC_INFO: take_basic_info(decoding); break;
    case GLAZE_JXL_COLOR: take_color(decoding); return GLAZE_IMAGE_OK;
    case GLAZE_JXL_NEED_INPUT:
      return fail(GLAZE_IMAGE_TRUNCATED, message, "it ends in its header");
    default: return fail(GLAZE_IMAGE_CORRUPT, message, "its header is wrong");
    }
  }
}

int glaze_jxl_read_info(
    const uint8_t *data, size_t size, struct GlazeImageInfo *info, char *message) {
  struct Decoding decoding;
  int status = start(&decoding, data, size, 0, message);
  if (status == GLAZE_IMAGE_OK)
    status = read_header(&decoding, message);
  *info = decoding.info;
  JxlDecoderDestroy(decoding.decoder);
  return status;
}

int glaze_jxl_read_profile(
    const uint8_t *data, size_t size, struct GlazeImageBytes *profile, char *message) {
  struct Decoding decoding;
  *profile = (struct GlazeImageBytes){0};
  int status = start(&decoding, data, size, 0, message);
  if (status == GLAZE_IMAGE_OK)
    status = read_header(&decoding, message);
  size_t count = 0;
  if (status == GLAZE_IMAGE_OK &&
      !JxlDecoderGetICCProfileSize(decoding.decoder, NULL, GLAZE_JXL_DATA, &count) && count > 0) {
    profile->bytes = malloc(count);
    if (!profile->bytes)
      status = GLAZE_IMAGE_OUT_OF_MEMORY;
    else if (!JxlDecoderGetColorAsICCProfile(decoding.decoder, NULL, GLAZE_JXL_DATA, profile->bytes,
                                             count))
      profile->count = count;
  }
  JxlDecoderDestroy(decoding.decoder);
  return status;
}

int glaze_jxl_decode(
    const uint8_t *data, size_t size, const struct GlazeImageInfo *info, void *pixels,
    char *message) {
  struct Decoding decoding;
  int status = start(&decoding, data, size, GLAZE_JXL_FULL_IMAGE, message);
  if (status == GLAZE_IMAGE_OK)
    status = read_header(&decoding, message);
  const int component = info->bits > 8 ? 2 : 1;
  const size_t count = (size_t)info->width * info->height * 4 * (size_t)component;
  const glaze_jxl_format format = {
    .num_channels = 4,
    .data_type = info->is_float ? GLAZE_JXL_HALF : component == 2 ? GLAZE_JXL_UINT16 : GLAZE_JXL_UINT8,
    .endianness = info->is_float ? GLAZE_JXL_LITTLE_ENDIAN : GLAZE_JXL_BIG_ENDIAN,
  };
  bool is_done = status != GLAZE_IMAGE_OK;
  while (!is_done) {
    size_t needed = 0;
    switch (JxlDecoderProcessInput(decoding.decoder)) {
    case GLAZE_JXL_NEED_BUFFER:
      if (!JxlDecoderImageOutBufferSize(decoding.decoder, &format, &needed) && needed == count &&
          !JxlDecoderSetImageOutBuffer(decoding.decoder, &format, pixels, count))
        continue;
      status = fail(GLAZE_IMAGE_CORRUPT, message, "the size differs from the header");
      break;
    case GLAZE_JXL_FULL_IMAGE: break;
    case GLAZE_JXL_NEED_INPUT:
      status = fail(GLAZE_IMAGE_TRUNCATED, message, "it ends in its pixels");
      break;
    default: status = fail(GLAZE_IMAGE_CORRUPT, message, "its pixels are wrong");
    }
    is_done = true;
  }
  JxlDecoderDestroy(decoding.decoder);
  return status;
}

// Writing.

static bool describe(void *encoder, const struct GlazeJXLPicture *picture) {
  glaze_jxl_info basic;
  memset(&basic, 0, sizeof basic);
  JxlEncoderInitBasicInfo(&basic);
  const bool is_lossless = picture->distance <= 0;
  basic.xsize = picture->width;
  basic.ysize = picture->height;
  basic.bits_per_sample = basic.alpha_bits = picture->bits;
  if (picture->is_float)
    basic.exponent_bits_per_sample = basic.alpha_exponent_bits = 5;
  basic.num_extra_channels = 1;
  basic.uses_original_profile = is_lossless;
  const glaze_jxl_color color = {
    .color_space = 0,
    .white_point = GLAZE_JXL_D65,
    .primaries = picture->encoding.primaries == 12 ? GLAZE_JXL_P3 : picture->encoding.primaries,
    .transfer = picture->encoding.transfer == 4 ? GLAZE_JXL_GAMMA : picture->encoding.transfer,
    .gamma = 1 / 2.2,
    .rendering_intent = 1,
  };
  // Only level 10 of the format has more than 12 bits without loss.
  return (picture->bits <= 8 || !JxlEncoderSetCodestreamLevel(encoder, 10)) &&
         !JxlEncoderSetBasicInfo(encoder, &basic) && !JxlEncoderSetColorEncoding(encoder, &color);
}

static bool add_frame(void *encoder, const struct GlazeJXLPicture *picture) {
  void *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
  if (!settings)
    return false;
  const glaze_jxl_format format = {
    .num_channels = 4,
    .data_type = picture->is_float ? GLAZE_JXL_HALF : picture->bits > 8 ? GLAZE_JXL_UINT16 : GLAZE_JXL_UINT8,
    .endianness = GLAZE_JXL_LITTLE_ENDIAN,
  };
  const size_t count =
    (size_t)picture->width * picture->height * 4 * (picture->bits > 8 ? 2 : 1);
  const bool is_set = picture->distance > 0
                        ? !JxlEncoderSetFrameDistance(settings, picture->distance)
                        : !JxlEncoderSetFrameLossless(settings, 1);
  if (!is_set || JxlEncoderAddImageFrame(settings, &format, picture->pixels, count))
    return false;
  JxlEncoderCloseInput(encoder);
  return true;
}

int glaze_jxl_encode(
    const struct GlazeJXLPicture *picture, struct GlazeImageBytes *file, char *message) {
  *file = (struct GlazeImageBytes){0};
  message[0] = 0;
  void *encoder = JxlEncoderCreate(NULL);
  if (!encoder)
    return GLAZE_IMAGE_OUT_OF_MEMORY;
  int status = GLAZE_IMAGE_OK;
  if (!describe(encoder, picture) || !add_frame(encoder, picture))
    status = fail(GLAZE_IMAGE_UNSUPPORTED, message, "libjxl cannot write it");
  int result = GLAZE_JXL_MORE_OUTPUT;
  for (size_t room = 1 << 16; status == GLAZE_IMAGE_OK && result == GLAZE_JXL_MORE_OUTPUT; room *= 2) {
    uint8_t *grown = realloc(file->bytes, file->count + room);
    if (!grown) {
      status = GLAZE_IMAGE_OUT_OF_MEMORY;
      break;
    }
    file->bytes = grown;
    uint8_t *next = grown + file->count;
    size_t left = room;
    result = JxlEncoderProcessOutput(encoder, &next, &left);
    file->count += room - left;
  }
  if (status == GLAZE_IMAGE_OK && result != 0)
    status = fail(GLAZE_IMAGE_UNSUPPORTED, message, "libjxl cannot write it");
  JxlEncoderDestroy(encoder);
  if (status != GLAZE_IMAGE_OK) {
    free(file->bytes);
    *file = (struct GlazeImageBytes){0};
  }
  return status;
}
