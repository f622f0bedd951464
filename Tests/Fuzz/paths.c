// The coverage of random polygons: bytes become points, the window and the rule.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CGlazePaths.h"

enum { most_side = 64, most_points = 512 };

// Points of all magnitudes: mostly on a fine grid around the window, where edges meet; sometimes any finite number.
static double coordinate(const uint8_t **bytes, const uint8_t *end) {
  if (end - *bytes < 3) return 0;
  int16_t small;
  uint8_t kind = **bytes;
  memcpy(&small, *bytes + 1, 2);
  *bytes += 3;
  if (kind % 8 != 0 || end - *bytes < 8) return small / (kind % 2 ? 256.0 : 16.0);
  double any;
  memcpy(&any, *bytes, 8);
  *bytes += 8;
  return isfinite(any) ? any : small;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size < 4) return 0;
  const uint8_t *end = bytes + size;
  int32_t width = 1 + bytes[0] % most_side, height = 1 + bytes[1] % most_side;
  bool even_odd = bytes[2] & 1;
  int polygon = 3 + bytes[3] % 13;
  bytes += 4;
  double points[2 * most_points];
  int32_t ends[most_points];
  int32_t count = 0, polygons = 0;
  while (bytes < end && count < most_points) {
    points[2 * count] = coordinate(&bytes, end);
    points[2 * count + 1] = coordinate(&bytes, end);
    count += 1;
    if (count % polygon == 0) ends[polygons++] = count;
  }
  if (polygons == 0 || ends[polygons - 1] != count) ends[polygons++] = count;
  // Exactly as large as needed, so that AddressSanitizer detects an access beyond the end.
  uint8_t *mask = malloc((size_t)width * height);
  GlazePathScratch *scratch = glaze_path_scratch_create();
  GlazePolygons all = {points, ends, polygons, 0};
  GlazePathWindow window = {0, 0, width, height};
  glaze_path_cover(scratch, all, window, even_odd, mask);
  // The same buffers must give the same mask again.
  uint8_t *again = malloc((size_t)width * height);
  glaze_path_cover(scratch, all, window, even_odd, again);
  if (memcmp(mask, again, (size_t)width * height) != 0) abort();
  glaze_path_scratch_destroy(scratch);
  free(mask);
  free(again);
  return 0;
}
