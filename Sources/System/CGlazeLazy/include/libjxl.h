// The functions of libjxl 0.7 that Glaze calls; the library is optional.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Results of JxlDecoderProcessInput, and events; 0 is success elsewhere.
enum {
  GLAZE_JXL_NEED_INPUT = 2,
  GLAZE_JXL_NEED_BUFFER = 5,
  GLAZE_JXL_BASIC_INFO = 0x40,
  GLAZE_JXL_COLOR = 0x100,
  GLAZE_JXL_FULL_IMAGE = 0x1000,
};
/// The result of JxlEncoderProcessOutput while there is more.
enum { GLAZE_JXL_MORE_OUTPUT = 2 };
/// The profile of the file, and that of the decoded pixels.
enum { GLAZE_JXL_ORIGINAL = 0, GLAZE_JXL_DATA = 1 };
enum { GLAZE_JXL_UINT8 = 2, GLAZE_JXL_UINT16 = 3, GLAZE_JXL_HALF = 5 };
enum { GLAZE_JXL_LITTLE_ENDIAN = 1, GLAZE_JXL_BIG_ENDIAN = 2 };
/// Members of color encodings that differ from the code points of H.273.
enum { GLAZE_JXL_GRAY = 1, GLAZE_JXL_D65 = 1, GLAZE_JXL_P3 = 11, GLAZE_JXL_GAMMA = 65535 };

typedef struct {
  uint32_t num_channels;
  int data_type, endianness;
  size_t align;
} glaze_jxl_format;

/// JxlBasicInfo, with more room behind it than the library has reserved.
typedef struct {
  int have_container;
  uint32_t xsize, ysize, bits_per_sample, exponent_bits_per_sample;
  float intensity_target, min_nits;
  int relative_to_max_display;
  float linear_below;
  int uses_original_profile, have_preview, have_animation;
  uint32_t orientation, num_color_channels, num_extra_channels, alpha_bits, alpha_exponent_bits;
  int alpha_premultiplied;
  uint32_t rest[128];
} glaze_jxl_info;

/// JxlColorEncoding.
typedef struct {
  int color_space, white_point;
  double white_point_xy[2];
  int primaries;
  double red_xy[2], green_xy[2], blue_xy[2];
  int transfer;
  double gamma;
  int rendering_intent;
} glaze_jxl_color;

void *JxlDecoderCreate(const void *memory);
void JxlDecoderDestroy(void *decoder);
int JxlDecoderSubscribeEvents(void *decoder, int events);
int JxlDecoderSetKeepOrientation(void *decoder, int keeps);
int JxlDecoderSetUnpremultiplyAlpha(void *decoder, int is_straight);
int JxlDecoderSetInput(void *decoder, const uint8_t *bytes, size_t count);
void JxlDecoderCloseInput(void *decoder);
int JxlDecoderProcessInput(void *decoder);
int JxlDecoderGetBasicInfo(const void *decoder, glaze_jxl_info *);
int JxlDecoderGetColorAsEncodedProfile(
  const void *decoder, const glaze_jxl_format *, int target, glaze_jxl_color *);
int JxlDecoderSetPreferredColorProfile(void *decoder, const glaze_jxl_color *);
int JxlDecoderGetICCProfileSize(
  const void *decoder, const glaze_jxl_format *, int target, size_t *);
int JxlDecoderGetColorAsICCProfile(
  const void *decoder, const glaze_jxl_format *, int target, uint8_t *bytes, size_t count);
int JxlDecoderImageOutBufferSize(const void *decoder, const glaze_jxl_format *, size_t *);
int JxlDecoderSetImageOutBuffer(void *decoder, const glaze_jxl_format *, void *bytes, size_t count);

void *JxlEncoderCreate(const void *memory);
void JxlEncoderDestroy(void *encoder);
void JxlEncoderInitBasicInfo(glaze_jxl_info *);
int JxlEncoderSetBasicInfo(void *encoder, const glaze_jxl_info *);
int JxlEncoderSetColorEncoding(void *encoder, const glaze_jxl_color *);
int JxlEncoderSetCodestreamLevel(void *encoder, int level);
void *JxlEncoderFrameSettingsCreate(void *encoder, const void *source);
int JxlEncoderSetFrameLossless(void *settings, int is_lossless);
int JxlEncoderSetFrameDistance(void *settings, float distance);
int JxlEncoderAddImageFrame(
  const void *settings, const glaze_jxl_format *, const void *pixels, size_t count);
void JxlEncoderCloseInput(void *encoder);
int JxlEncoderProcessOutput(void *encoder, uint8_t **next, size_t *left);
