// The functions of OpenEXRCore 3.1 that Glaze calls; the library is optional.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { GLAZE_EXR_SCAN_LINES = 0, GLAZE_EXR_TILES = 1 };
enum { GLAZE_EXR_INTEGERS = 0, GLAZE_EXR_HALF = 1 };
/// Values of exr_compression_t that only the C++ library reads.
enum { GLAZE_EXR_DWAA = 8, GLAZE_EXR_DWAB = 9 };
/// Values of exr_result_t.
enum { GLAZE_EXR_NO_MEMORY = 1, GLAZE_EXR_NO_ATTRIBUTE = 15, GLAZE_EXR_NOT_IMPLEMENTED = 31 };

/// exr_context_initializer_t.
typedef struct {
  size_t size;
  void (*error)(const void *context, int32_t code, const char *message);
  void *(*allocate)(size_t);
  void (*free)(void *);
  void *user;
  int64_t (*read)(
    const void *context, void *user, void *bytes, uint64_t count, uint64_t offset, void *error);
  int64_t (*file_size)(const void *context, void *user);
  int64_t (*write)(
    const void *context, void *user, const void *bytes, uint64_t count, uint64_t offset,
    void *error);
  void (*destroy)(const void *context, void *user, int failed);
  int max_image_width, max_image_height, max_tile_width, max_tile_height, zip_level;
  float dwa_quality;
  int flags;
} glaze_exr_options;

/// exr_attr_chlist_entry_t and exr_attr_chlist_t.
typedef struct {
  int32_t name_length, name_size;
  const char *name;
  int pixel_type;
  uint8_t is_linear, reserved[3];
  int32_t x_sampling, y_sampling;
} glaze_exr_channel;
typedef struct {
  int count, allocated;
  const glaze_exr_channel *channels;
} glaze_exr_channels;

/// exr_attr_box2i_t.
typedef struct {
  int32_t left, top, right, bottom;
} glaze_exr_box;

/// exr_chunk_info_t.
typedef struct {
  int32_t index, x, y, height, width;
  uint8_t level_x, level_y, type, compression;
  uint64_t offset, packed_size, unpacked_size, sample_offset, sample_size;
} glaze_exr_chunk;

/// exr_coding_channel_info_t.
typedef struct {
  const char *name;
  int32_t height, width, x_sampling, y_sampling;
  uint8_t is_linear;
  int8_t size;
  uint16_t type;
  int16_t user_size;
  uint16_t user_type;
  int32_t pixel_stride, row_stride;
  uint8_t *target;
} glaze_exr_target;

/// exr_decode_pipeline_t, with more room behind it than its functions and its five channels take.
typedef struct {
  glaze_exr_target *targets;
  int16_t target_count;
  uint16_t flags;
  int part;
  const void *context;
  glaze_exr_chunk chunk;
  uint64_t rest[128];
} glaze_exr_pipeline;

int32_t exr_start_read(void **context, const char *name, const glaze_exr_options *);
int32_t exr_finish(void **context);
int32_t exr_get_count(const void *context, int *parts);
int32_t exr_get_storage(const void *context, int part, int *storage);
int32_t exr_get_channels(const void *context, int part, const glaze_exr_channels **);
int32_t exr_get_compression(const void *context, int part, int *compression);
int32_t exr_get_data_window(const void *context, int part, glaze_exr_box *);
int32_t exr_attr_get_chromaticities(
  const void *context, int part, const char *name, float chromaticities[8]);
int32_t exr_get_scanlines_per_chunk(const void *context, int part, int32_t *rows);
int32_t exr_get_chunk_unpacked_size(const void *context, int part, uint64_t *size);
int32_t exr_get_tile_sizes(
  const void *context, int part, int level_x, int level_y, int32_t *width, int32_t *height);
int32_t exr_read_scanline_chunk_info(const void *context, int part, int y, glaze_exr_chunk *);
int32_t exr_read_tile_chunk_info(
  const void *context, int part, int x, int y, int level_x, int level_y, glaze_exr_chunk *);
int32_t exr_decoding_initialize(
  const void *context, int part, const glaze_exr_chunk *, glaze_exr_pipeline *);
int32_t exr_decoding_choose_default_routines(const void *context, int part, glaze_exr_pipeline *);
int32_t exr_decoding_run(const void *context, int part, glaze_exr_pipeline *);
int32_t exr_decoding_destroy(const void *context, glaze_exr_pipeline *);
