// The functions of libheif 1 that Glaze calls; the library is optional.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct heif_context;
struct heif_encoder;
struct heif_image;
struct heif_image_handle;

enum {
  GLAZE_HEIF_OK = 0,
  GLAZE_HEIF_UNSUPPORTED_FILE = 3,
  GLAZE_HEIF_UNSUPPORTED_FEATURE = 4,
  GLAZE_HEIF_OUT_OF_MEMORY = 6,
};
enum { GLAZE_HEIF_HEVC = 1, GLAZE_HEIF_AV1 = 4 };
enum {
  GLAZE_HEIF_RGB = 1,
  GLAZE_HEIF_INTERLEAVED = 10,
  GLAZE_HEIF_RGBA = 11,
  // Two bytes for each component, the low one first.
  GLAZE_HEIF_DEEP_RGBA = 15,
};

struct heif_error {
  int code;
  int subcode;
  const char *message;
};

// The begin of the struct, which libheif allocates: code points of ITU-T H.273.
struct heif_color_profile_nclx {
  uint8_t version;
  int color_primaries;
  int transfer_characteristics;
  int matrix_coefficients;
  uint8_t full_range_flag;
};

// In cd/m2.
struct heif_content_light_level {
  uint16_t max_content_light_level;
  uint16_t max_pic_average_light_level;
};

struct heif_writer {
  int writer_api_version;
  struct heif_error (*write)(struct heif_context *, const void *bytes, size_t count, void *user);
};

struct heif_context *heif_context_alloc(void);
void heif_context_free(struct heif_context *);
void heif_context_set_maximum_image_size_limit(struct heif_context *, int side);
struct heif_error heif_context_read_from_memory_without_copy(
  struct heif_context *, const void *bytes, size_t count, const void *options);
struct heif_error heif_context_get_primary_image_handle(
  struct heif_context *, struct heif_image_handle **);
int heif_image_handle_get_width(const struct heif_image_handle *);
int heif_image_handle_get_height(const struct heif_image_handle *);
int heif_image_handle_has_alpha_channel(const struct heif_image_handle *);
int heif_image_handle_is_premultiplied_alpha(const struct heif_image_handle *);
int heif_image_handle_get_luma_bits_per_pixel(const struct heif_image_handle *);
struct heif_error heif_image_handle_get_nclx_color_profile(
  const struct heif_image_handle *, struct heif_color_profile_nclx **);
size_t heif_image_handle_get_raw_color_profile_size(const struct heif_image_handle *);
struct heif_error heif_image_handle_get_raw_color_profile(
  const struct heif_image_handle *, void *profile);
void heif_image_handle_release(const struct heif_image_handle *);
struct heif_color_profile_nclx *heif_nclx_color_profile_alloc(void);
void heif_nclx_color_profile_free(struct heif_color_profile_nclx *);
struct heif_error heif_image_set_nclx_color_profile(
  struct heif_image *, const struct heif_color_profile_nclx *);
void heif_image_set_content_light_level(
  const struct heif_image *, const struct heif_content_light_level *);
int heif_image_get_bits_per_pixel_range(const struct heif_image *, int channel);
struct heif_error heif_encoder_set_parameter_string(
  struct heif_encoder *, const char *name, const char *value);
struct heif_error heif_decode_image(
  const struct heif_image_handle *, struct heif_image **, int colorspace, int chroma,
  const void *options);
int heif_image_get_width(const struct heif_image *, int channel);
int heif_image_get_height(const struct heif_image *, int channel);
const uint8_t *heif_image_get_plane_readonly(const struct heif_image *, int channel, int *stride);
void heif_image_release(const struct heif_image *);
struct heif_error heif_context_get_encoder_for_format(
  struct heif_context *, int format, struct heif_encoder **);
struct heif_error heif_encoder_set_lossy_quality(struct heif_encoder *, int quality);
struct heif_error heif_encoder_set_lossless(struct heif_encoder *, int enable);
void heif_encoder_release(struct heif_encoder *);
struct heif_error heif_image_create(
  int width, int height, int colorspace, int chroma, struct heif_image **);
struct heif_error heif_image_add_plane(
  struct heif_image *, int channel, int width, int height, int bit_depth);
uint8_t *heif_image_get_plane(struct heif_image *, int channel, int *stride);
struct heif_error heif_context_encode_image(
  struct heif_context *, const struct heif_image *, struct heif_encoder *, const void *options,
  struct heif_image_handle **);
struct heif_error heif_context_write(struct heif_context *, struct heif_writer *, void *user);
