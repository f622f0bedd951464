// The coverage of random polygons, and the outlines of random paths and of lines along them: bytes become points, the
// window, the rule, the map and the line.
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

static void expect_polygons(const GlazePathOutline *outline) {
  int32_t before = 0;
  for (int64_t i = 0; i < outline->count; i++) {
    if (outline->ends[i] < before + 3) abort();
    before = outline->ends[i];
  }
  if (outline->count > 0 && before != outline->pointCount) abort();
  for (int64_t i = 0; i < 2 * outline->pointCount; i++)
    if (!isfinite(outline->points[i])) abort();
}

static void outlines(const uint8_t *bytes, const uint8_t *end) {
  double numbers[9];
  for (int i = 0; i < 9; i++) numbers[i] = coordinate(&bytes, end);
  GlazePathMap map = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], 0, 0, 1, true};
  if (end > bytes && *bytes++ % 2) {
    map.wx = numbers[6] / 256;
    map.wy = numbers[7] / 256;
    map.isAffine = false;
  }
  uint8_t verbs[most_points];
  double points[6 * most_points];
  GlazePathElements path = {verbs, points, 0};
  int64_t used = 0;
  while (bytes < end && path.count < most_points) {
    uint8_t verb = path.count == 0 ? 0 : *bytes++ % 5;
    verbs[path.count++] = verb;
    int64_t count = verb == 4 ? 0 : verb == 0 ? 2 : 2 * verb;
    for (int64_t i = 0; i < count; i++) points[used++] = coordinate(&bytes, end);
  }
  GlazePathWindow window = {-8, -8, 80, 60};
  GlazeOutliner *outliner = glaze_outliner_create();
  GlazePathOutline outline = glaze_outliner_fill(outliner, path, &map, window, 200000);
  expect_polygons(&outline);
  double scale = map.isAffine ? glaze_path_scale(map, 0, 0) : 0;
  for (int32_t join = 0; join < 3; join++) {
    GlazePathLine line = {fabs(numbers[8]), join, join, 10, scale, join == 2};
    outline = glaze_outliner_stroke(outliner, path, &line, &map, window, 200000);
    expect_polygons(&outline);
  }
  glaze_outliner_destroy(outliner);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size < 4) return 0;
  if (bytes[2] & 2) {
    outlines(bytes + 3, bytes + size);
    return 0;
  }
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
