// The functions of libsixel 1 that Glaze calls; the library is optional.
#pragma once
#include <stdint.h>

enum { GLAZE_SIXEL_RGB888 = 3 };

typedef int (*glaze_sixel_write)(char *bytes, int count, void *user);

int sixel_output_new(void **output, glaze_sixel_write, void *user, void *allocator);
void sixel_output_unref(void *output);
int sixel_dither_new(void **dither, int colors, void *allocator);
int sixel_dither_initialize(
  void *dither, uint8_t *pixels, int width, int height, int format, int method, int representative,
  int quality);
void sixel_dither_unref(void *dither);
int sixel_encode(uint8_t *pixels, int width, int height, int depth, void *dither, void *output);
