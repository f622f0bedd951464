// The sweep for every processor of the architecture, and the choice of a version.
#define NAME(name) baseline_##name
#include "cover.h"

void glaze_path_cover(
  GlazePathScratch *scratch, GlazePolygons polygons, GlazePathWindow window, bool evenOdd,
  uint8_t *mask)
{
  add_polygons(scratch, polygons, window);
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return avx2_cover(scratch, window, evenOdd, mask);
#endif
  baseline_cover(scratch, window, evenOdd, mask);
}

void glaze_path_multiply(
  uint8_t *mask, int64_t width, int64_t height, const uint8_t *other, int64_t otherWidth)
{
  for (int64_t y = 0; y < height; y++, mask += width, other += otherWidth) {
    for (int64_t x = 0; x < width; x++) {
      // The nearest byte to the product.
      uint16_t product = (uint16_t)(mask[x] * other[x] + 128);
      mask[x] = (uint8_t)((uint16_t)(product + (product >> 8)) >> 8);
    }
  }
}
