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
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return avx2_multiply(mask, width, height, other, otherWidth);
#endif
  baseline_multiply(mask, width, height, other, otherWidth);
}
