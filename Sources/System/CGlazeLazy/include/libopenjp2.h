// The functions of OpenJPEG 2 that Glaze calls; the library is optional.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { GLAZE_OPJ_J2K = 0, GLAZE_OPJ_JP2 = 2 };
enum { GLAZE_OPJ_GRAY = 2, GLAZE_OPJ_SYCC = 3, GLAZE_OPJ_EYCC = 4, GLAZE_OPJ_CMYK = 5 };

typedef struct {
  uint32_t dx, dy, w, h, x0, y0, prec, bpp, sgnd, resno_decoded, factor;
  int32_t *data;
  uint16_t alpha;
} glaze_opj_component;

typedef struct {
  uint32_t x0, y0, x1, y1, numcomps;
  int color_space;
  glaze_opj_component *comps;
} glaze_opj_image;

/// opj_dparameters_t: two file names between numbers, about 8.3 KB.
typedef struct {
  uint64_t space[2048];
} glaze_opj_parameters;

typedef void (*glaze_opj_message)(const char *text, void *user);

void *opj_create_decompress(int format);
void opj_destroy_codec(void *codec);
void opj_set_default_decoder_parameters(glaze_opj_parameters *);
int opj_setup_decoder(void *codec, glaze_opj_parameters *);
int opj_set_error_handler(void *codec, glaze_opj_message, void *user);
void *opj_stream_create(size_t buffer_size, int is_input);
void opj_stream_destroy(void *stream);
void opj_stream_set_user_data(void *stream, void *user, void (*free)(void *));
void opj_stream_set_user_data_length(void *stream, uint64_t length);
void opj_stream_set_read_function(void *stream, size_t (*)(void *bytes, size_t count, void *user));
void opj_stream_set_skip_function(void *stream, int64_t (*)(int64_t count, void *user));
void opj_stream_set_seek_function(void *stream, int (*)(int64_t offset, void *user));
int opj_read_header(void *stream, void *codec, glaze_opj_image **);
int opj_decode(void *codec, void *stream, glaze_opj_image *);
int opj_end_decompress(void *codec, void *stream);
void opj_image_destroy(glaze_opj_image *);
