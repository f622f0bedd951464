// From paths to polygons of pixels.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "outliner.h"

GlazeOutliner *glaze_outliner_create(void) {
  GlazeOutliner *outliner = aligned_alloc(16, (sizeof(GlazeOutliner) + 15) / 16 * 16);
  if (outliner == NULL) abort();
  memset(outliner, 0, sizeof(GlazeOutliner));
  return outliner;
}

int64_t glaze_outliner_bytes(const GlazeOutliner *o) {
  int64_t bytes = (o->pointCapacity + o->rightCapacity) * (int64_t)sizeof(V2);
  bytes += o->endCapacity * (int64_t)sizeof(int32_t) + o->spineCapacity * (int64_t)sizeof(Vertex);
  return bytes + o->contourCapacity * (int64_t)sizeof(Lifted);
}

void glaze_outliner_destroy(GlazeOutliner *o) {
  free(o->points);
  free(o->ends);
  free(o->right);
  free(o->spine);
  free(o->contour);
  free(o);
}

void *glaze_path_grow(void *items, int64_t wanted, int64_t *capacity, size_t size) {
  // Allocations are aligned for vectors of two numbers.
  *capacity = wanted < 512 ? 1024 : 2 * wanted;
  void *larger = realloc(items, (size_t)*capacity * size);
  if (larger == NULL) abort();
  return larger;
}

void glaze_path_end_polygon(GlazeOutliner *o) {
  int64_t begin = o->endCount > 0 ? o->ends[o->endCount - 1] : 0;
  // A number of points beyond that range would take 32 GB.
  if (o->pointCount - begin <= 2 || o->pointCount > INT32_MAX) {
    o->pointCount = begin;
    return;
  }
  if (o->endCount == o->endCapacity) {
    o->ends = glaze_path_grow(o->ends, o->endCount + 1, &o->endCapacity, sizeof(int32_t));
  }
  o->ends[o->endCount++] = (int32_t)o->pointCount;
}

static void begin_outline(
  GlazeOutliner *o, const GlazePathMap *map, const GlazePathWindow *window, int64_t mostPoints)
{
  o->mostPoints = mostPoints;
  o->isCut = false;
  o->pointCount = 0;
  o->endCount = 0;
  o->contourCount = 0;
  o->map = *map;
  o->xAxis = (V2){map->xx, map->yx};
  o->yAxis = (V2){map->xy, map->yy};
  o->origin = (V2){map->xw, map->yw};
  o->low = (V2){window->x, window->y};
  o->high = o->low + (V2){window->width, window->height};
}

// MARK: Perspective

static inline V2 project(const GlazeOutliner *o, V2 p) {
  return o->xAxis * both(p[0]) + o->yAxis * both(p[1]) + o->origin;
}

static inline Lifted lift(const GlazeOutliner *o, V2 p) {
  const GlazePathMap *m = &o->map;
  return (Lifted){
    m->xx * p[0] + m->xy * p[1] + m->xw, m->yx * p[0] + m->yy * p[1] + m->yw,
    m->wx * p[0] + m->wy * p[1] + m->ww};
}

static inline V2 divided(Lifted p) { return (V2){p.x, p.y} / both(p.w); }

static void add_lifted(GlazeOutliner *o, Lifted p) {
  if (o->contourCount == o->contourCapacity) {
    o->contour = glaze_path_grow(o->contour, o->contourCount + 1, &o->contourCapacity, sizeof(Lifted));
  }
  o->contour[o->contourCount++] = p;
}

/// Adds a point of the plane to the current polygon.
static inline void add_plane_point(GlazeOutliner *o, V2 p) {
  if (o->map.isAffine) add_point(o, project(o, p));
  else add_lifted(o, lift(o, p));
}

/// Clips the part of the current polygon behind the near plane, and divides.
static void clip_contour(GlazeOutliner *o) {
  int64_t count = o->contourCount;
  bool isBehind = false;
  for (int64_t i = 0; i < count; i++) isBehind |= o->contour[i].w < GLAZE_PATH_NEAR_PLANE;
  o->contourCount = 0;
  if (!isBehind) {
    for (int64_t i = 0; i < count; i++) add_point(o, divided(o->contour[i]));
    return;
  }
  Lifted before = o->contour[count - 1];
  for (int64_t i = 0; i < count; i++) {
    Lifted p = o->contour[i];
    if ((before.w < GLAZE_PATH_NEAR_PLANE) != (p.w < GLAZE_PATH_NEAR_PLANE)) {
      double t = (GLAZE_PATH_NEAR_PLANE - before.w) / (p.w - before.w);
      add_point(
        o, divided((Lifted){
          before.x + (p.x - before.x) * t, before.y + (p.y - before.y) * t, GLAZE_PATH_NEAR_PLANE}));
    }
    if (p.w >= GLAZE_PATH_NEAR_PLANE) add_point(o, divided(p));
    before = p;
  }
}

/// Ends a polygon of the plane.
static void end_plane_polygon(GlazeOutliner *o) {
  if (!o->map.isAffine && o->contourCount > 0) clip_contour(o);
  glaze_path_end_polygon(o);
}

// MARK: Filled curves

enum { MOST_HALVINGS = 24 };

/// Products of numbers below this one are finite.
#define MOST_NUMBER 0x1p250

static const double pixel_fineness = 1 / GLAZE_PATH_TOLERANCE;

/// Whether a curve with these control points, and its corners, lie completely on one outer side of the window.
static bool is_outside(const GlazeOutliner *o, const Cubic *c) {
  V2 reach = both(GLAZE_PATH_TOLERANCE);
  V2 least = lower(lower(c->p0, c->p1), lower(c->p2, c->p3)) - reach;
  V2 most = upper(upper(c->p0, c->p1), upper(c->p2, c->p3)) + reach;
  return least[0] >= o->high[0] || least[1] >= o->high[1] || most[0] <= o->low[0] || most[1] <= o->low[1];
}

/// Adds a pixel's point, in perspective multiplied again by its distance.
static inline void add_pixel_point(GlazeOutliner *o, V2 p, double w) {
  if (o->map.isAffine) add_point(o, p);
  else add_lifted(o, (Lifted){p[0] * w, p[1] * w, w});
}

/// Adds a curve in pixels, without its first point. In perspective, its ends have the distances `w0` and `w1`.
///
/// `isEnd`: whether its last point is the end of the whole curve, which must not move.
static void add_curve(GlazeOutliner *o, const Cubic *c, double w0, double w1, int32_t depth, bool isEnd) {
  V2 zero = both(0) * ((c->p0 + c->p1) + (c->p2 + c->p3));
  bool isFinite = zero[0] == 0 && zero[1] == 0, isOutside = is_outside(o, c);
  // Outside, any line with the same ends winds around the inside in the same way. Where a half follows, the end
  // must be the same in each window.
  if (!isFinite || (isOutside && isEnd)) return add_pixel_point(o, c->p3, w1);
  double t[MOST_STEPS + 1];
  int32_t count = glaze_path_steps(c, pixel_fineness, t);
  if (count == 0 && depth < MOST_HALVINGS) {
    Cubic first, second;
    halve(c, &first, &second);
    double middle = (w0 + w1) / 2;
    if (!isOutside) add_curve(o, &first, w0, middle, depth + 1, false);
    return add_curve(o, &second, middle, w1, depth + 1, isEnd);
  }
  for (int32_t i = 1; i < count && !isOutside; i++) {
    V2 corner = glaze_path_corner(c, t[i], t[i] - t[i - 1], t[i + 1] - t[i]);
    add_pixel_point(o, corner, w0 + (w1 - w0) * t[i]);
  }
  double last = count > 1 ? 1 - t[count - 1] : 1;
  add_pixel_point(o, isEnd ? c->p3 : glaze_path_corner(c, 1, last, last), w1);
}

/// Adds a curve in perspective, without its first point.
static void add_rational_curve(GlazeOutliner *o, const Lifted p[4], int32_t depth) {
  double least = fmin(fmin(p[0].w, p[1].w), fmin(p[2].w, p[3].w));
  double most = fmax(fmax(p[0].w, p[1].w), fmax(p[2].w, p[3].w));
  // Beyond these numbers no half would be outside of the window, and none fine enough.
  if (depth == 0) {
    double largest = 0;
    for (int i = 0; i < 4; i++) largest += fabs(p[i].x) + fabs(p[i].y) + fabs(p[i].w);
    if (!(largest < MOST_NUMBER)) return add_lifted(o, p[3]);
  }
  if (depth >= MOST_HALVINGS || !(most >= GLAZE_PATH_NEAR_PLANE)) return add_lifted(o, p[3]);
  if (least >= GLAZE_PATH_NEAR_PLANE) {
    Cubic c = {divided(p[0]), divided(p[1]), divided(p[2]), divided(p[3])};
    V2 first = c.p0 - both(2) * c.p1 + c.p2, second = c.p1 - both(2) * c.p2 + c.p3;
    // Nearly equal distances deviate the curve from the polynomial one by at most their ratio.
    double bend = (most / least - 1) * sqrt(fmax(dot(first, first), dot(second, second)));
    if (bend <= GLAZE_PATH_TOLERANCE || is_outside(o, &c)) {
      add_curve(o, &c, p[0].w, p[3].w, depth, true);
      // The last point is exactly the end, with which the next curve begins.
      o->contour[o->contourCount - 1] = p[3];
      return;
    }
  } else if (depth >= MOST_HALVINGS / 2) {
    // The point is at the near plane and thus far away on the screen, so the line is fine enough.
    return add_lifted(o, p[3]);
  }
  double parts[3][7];
  for (int k = 0; k < 3; k++) {
    double q[4];
    for (int i = 0; i < 4; i++) q[i] = k == 0 ? p[i].x : k == 1 ? p[i].y : p[i].w;
    double a = (q[0] + q[1]) / 2, b = (q[1] + q[2]) / 2, c = (q[2] + q[3]) / 2;
    double d = (a + b) / 2, e = (b + c) / 2;
    double all[7] = {q[0], a, d, (d + e) / 2, e, c, q[3]};
    memcpy(parts[k], all, sizeof all);
  }
  Lifted first[4], second[4];
  for (int i = 0; i < 4; i++) {
    first[i] = (Lifted){parts[0][i], parts[1][i], parts[2][i]};
    second[i] = (Lifted){parts[0][i + 3], parts[1][i + 3], parts[2][i + 3]};
  }
  add_rational_curve(o, first, depth + 1);
  add_rational_curve(o, second, depth + 1);
}

// MARK: The result

/// Whether a polygon has only finite points.
static bool is_finite(const V2 *points, int64_t count) {
  // Zero times NaN or infinity is not zero.
  V2 sum = {};
  for (int64_t i = 0; i < count; i++) sum += both(0) * points[i];
  return sum[0] == 0 && sum[1] == 0;
}

/// Removes the polygons that exceed the range of numbers.
static void remove_infinite(GlazeOutliner *o) {
  int64_t begin = 0, points = 0, ends = 0;
  for (int64_t i = 0; i < o->endCount; i++) {
    int64_t count = o->ends[i] - begin;
    if (is_finite(o->points + begin, count)) {
      memmove(o->points + points, o->points + begin, (size_t)count * sizeof(V2));
      points += count;
      o->ends[ends++] = (int32_t)points;
    }
    begin += count;
  }
  o->pointCount = points;
  o->endCount = ends;
}

/// The number of pixels that edges cross inside the window, approximately.
static double crossings_of(const GlazeOutliner *o) {
  double size = o->high[0] - o->low[0], low = o->low[1], high = o->high[1], sum = 0;
  V2 last = o->points[0];
  for (int64_t i = 0; i < o->pointCount; i++) {
    V2 p = o->points[i];
    // Edges beside the window are followed through its rows; those above and below are not.
    double rows = fmin(fmax(p[1], last[1]), high) - fmax(fmin(p[1], last[1]), low);
    if (rows > 0) sum += rows + fmin(fabs(p[0] - last[0]), size);
    last = p;
  }
  return sum;
}

/// Returns the polygons so far.
static GlazePathOutline finish_outline(GlazeOutliner *o) {
  GlazePathOutline result = {.isCut = o->isCut};
  if (result.isCut) return result;
  V2 least = {}, most = {}, run = {};
  for (bool isRetry = false;; isRetry = true) {
    if (o->pointCount == 0) return result;
    V2 last = least = most = o->points[0], invalid = {};
    run = (V2){};
    for (int64_t i = 0; i < o->pointCount; i++) {
      V2 p = o->points[i], d = p - last;
      least = lower(least, p);
      most = upper(most, p);
      run += __builtin_elementwise_abs(d);
      invalid += both(0) * p;
      last = p;
    }
    if ((invalid[0] == 0 && invalid[1] == 0) || isRetry) break;
    remove_infinite(o);
  }
  bool isWithin = least[0] >= o->low[0] && least[1] >= o->low[1];
  isWithin = isWithin && most[0] <= o->high[0] && most[1] <= o->high[1];
  result.points = (const double *)o->points;
  result.ends = o->ends;
  result.pointCount = o->pointCount;
  result.count = o->endCount;
  result.minX = least[0];
  result.minY = least[1];
  result.maxX = most[0];
  result.maxY = most[1];
  result.crossings = (isWithin ? run[0] + run[1] : crossings_of(o)) + (double)o->pointCount;
  result.isWithin = isWithin;
  return result;
}

GlazePathOutline glaze_outliner_fill(
  GlazeOutliner *o, GlazePathElements path, const GlazePathMap *map, GlazePathWindow window,
  int64_t mostPoints)
{
  begin_outline(o, map, &window, mostPoints);
  Reader reader = {.path = &path, .next = path.points};
  Element element;
  while (!o->isCut && read_element(&reader, &element)) {
    const Cubic *c = &element.curve;
    o->isCut = o->pointCount + o->contourCount > mostPoints;
    switch (element.verb) {
      case VERB_MOVE:
        end_plane_polygon(o);
        add_plane_point(o, c->p3);
        break;
      case VERB_LINE:
        add_plane_point(o, c->p3);
        break;
      case VERB_CUBIC:
        if (map->isAffine) {
          Cubic mapped = {project(o, c->p0), project(o, c->p1), project(o, c->p2), project(o, c->p3)};
          add_curve(o, &mapped, 1, 1, 0, true);
        } else {
          Lifted lifted[4] = {lift(o, c->p0), lift(o, c->p1), lift(o, c->p2), lift(o, c->p3)};
          add_rational_curve(o, lifted, 0);
        }
    }
  }
  end_plane_polygon(o);
  return finish_outline(o);
}

GlazePathOutline glaze_outliner_stroke(
  GlazeOutliner *o, GlazePathElements path, const GlazePathLine *line, const GlazePathMap *map,
  GlazePathWindow window, int64_t mostPoints)
{
  begin_outline(o, map, &window, mostPoints);
  glaze_path_stroke(o, &path, line);
  if (map->isAffine) {
    for (int64_t i = 0; i < o->pointCount; i++) o->points[i] = project(o, o->points[i]);
    return finish_outline(o);
  }
  // The polygons of the plane are read before others replace them: instead of one whose points are all
  // behind the camera, nothing remains.
  int64_t count = o->endCount;
  V2 *points = o->points;
  int32_t *ends = o->ends;
  o->points = NULL;
  o->ends = NULL;
  o->pointCount = o->endCount = o->pointCapacity = o->endCapacity = 0;
  int64_t begin = 0;
  for (int64_t i = 0; i < count; i++) {
    for (; begin < ends[i]; begin++) add_lifted(o, lift(o, points[begin]));
    end_plane_polygon(o);
  }
  free(points);
  free(ends);
  return finish_outline(o);
}
