// Declarations that the files of outlines share.
#pragma once
#include <stddef.h>

#include "CGlazePaths.h"

// As in sweep.h.
#pragma STDC FP_CONTRACT OFF

/// A point or a vector: x and y.
typedef double V2 __attribute__((vector_size(16)));

typedef struct Cubic {
  V2 p0, p1, p2, p3;
} Cubic;

/// A point before the division by its distance from the camera.
typedef struct Lifted {
  double x, y, w;
} Lifted;

/// A corner of the center line.
typedef struct Vertex {
  V2 position;
  V2 direction;           // to the next vertex
  double length;          // of the segment to the next vertex
  bool isSmooth;          // whether it only represents a bend of a curve
} Vertex;

/// The line along a path, in units of its plane.
typedef struct Line {
  double half;            // half of the width
  int32_t cap, join;
  double miterLimit;
  double reach;           // the greatest distance of the painted area from a vertex
  bool hasSegments;
  bool hasBegin, hasEnd;  // whether the first and the last segment are curves with a direction
  V2 begin, end;          // their directions
  double scale;           // pixels per unit where it is the same everywhere, otherwise 0
  double arcStep;         // the angle between points of an arc, where the scale is the same everywhere
  Lifted sides[5];        // the half planes in which the line is visible
  int32_t sideCount;
} Line;

struct GlazeOutliner {
  int64_t mostPoints;
  bool isCut;             // whether the outlines are not complete, because they have too many points
  V2 *points;             // of all polygons
  int64_t pointCount, pointCapacity;
  int32_t *ends;          // for each polygon the number of points up to its end
  int64_t endCount, endCapacity;
  V2 *right;              // the right side of the current line, from its start
  int64_t rightCount, rightCapacity;
  Vertex *spine;          // the center line of the current subpath
  int64_t spineCount, spineCapacity;
  Lifted *contour;        // the current polygon before the division
  int64_t contourCount, contourCapacity;
  GlazePathMap map;
  V2 xAxis, yAxis, origin;  // the columns of an affine map
  V2 low, high;           // the window outside of which only the winding of an outline matters
  Line line;
};

static inline double dot(V2 a, V2 b) { return a[0] * b[0] + a[1] * b[1]; }
static inline double cross(V2 a, V2 b) { return a[0] * b[1] - a[1] * b[0]; }
static inline V2 turned(V2 a) { return (V2){-a[1], a[0]}; }
static inline V2 both(double value) { return (V2){value, value}; }
static inline V2 lower(V2 a, V2 b) { return (V2){a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]}; }
static inline V2 upper(V2 a, V2 b) { return (V2){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]}; }

/// Returns memory for twice the wanted number of items, with the old ones; ends the process without memory.
void *glaze_path_grow(void *items, int64_t wanted, int64_t *capacity, size_t size);

/// Adds a point to the current polygon.
static inline void add_point(GlazeOutliner *o, V2 p) {
  if (o->pointCount == o->pointCapacity) {
    o->points = glaze_path_grow(o->points, o->pointCount + 1, &o->pointCapacity, sizeof(V2));
  }
  o->points[o->pointCount++] = p;
}

/// Ends the current polygon; discards one of fewer than three points.
void glaze_path_end_polygon(GlazeOutliner *o);

/// The most steps of a curve that is not halved.
enum { MOST_STEPS = 16 };

/// Chooses parameters of a curve, from 0 to 1, between which chords are near the curve; returns the number of
/// steps, and 0 when the curve should be halved first.
///
/// `fineness`: steps for each unit of deviation; the inverse of the tolerance.
int32_t glaze_path_steps(const Cubic *c, double fineness, double t[MOST_STEPS + 1]);

/// The corner of a polygon at a parameter between two steps of these sizes, such that the polygon encloses
/// the area of the curve.
V2 glaze_path_corner(const Cubic *c, double t, double before, double after);

/// Splits a curve in the middle.
static inline void halve(const Cubic *c, Cubic *first, Cubic *second) {
  V2 half = both(0.5);
  V2 a = (c->p0 + c->p1) * half, b = (c->p1 + c->p2) * half, e = (c->p2 + c->p3) * half;
  V2 f = (a + b) * half, g = (b + e) * half, middle = (f + g) * half;
  *first = (Cubic){c->p0, a, f, middle};
  *second = (Cubic){middle, g, e, c->p3};
}

/// Adds the outlines of a line in the units of its plane.
void glaze_path_stroke(GlazeOutliner *o, const GlazePathElements *path, const GlazePathLine *line);

/// The current element of a path.
typedef struct Element {
  uint8_t verb;           // a raw value of CGPathElementType
  Cubic curve;            // of verbs with curves; else p0 and p3 are the ends
} Element;

/// Reads the elements of a path in order.
typedef struct Reader {
  const GlazePathElements *path;
  int64_t verb;
  const double *next;
  V2 begin, current;
} Reader;

enum { VERB_MOVE = 0, VERB_LINE = 1, VERB_QUAD = 2, VERB_CUBIC = 3, VERB_CLOSE = 4 };

/// Reads the next element; false at the end. Quadratic curves become cubic.
static inline bool read_element(Reader *r, Element *element) {
  if (r->verb == r->path->count) return false;
  V2 p[3] = {};
  uint8_t verb = element->verb = r->path->verbs[r->verb++];
  int count = verb == VERB_CLOSE ? 0 : verb == VERB_MOVE ? 1 : verb;
  for (int i = 0; i < count; i++, r->next += 2) p[i] = (V2){r->next[0], r->next[1]};
  V2 from = r->current;
  switch (verb) {
    case VERB_QUAD:
      element->curve = (Cubic){
        from, from + (p[0] - from) * both(2.0 / 3), p[1] + (p[0] - p[1]) * both(2.0 / 3), p[1]};
      element->verb = VERB_CUBIC;
      r->current = p[1];
      break;
    case VERB_CUBIC:
      element->curve = (Cubic){from, p[0], p[1], p[2]};
      r->current = p[2];
      break;
    default:
      if (verb == VERB_MOVE) r->begin = p[0];
      r->current = verb == VERB_CLOSE ? r->begin : p[0];
      element->curve.p0 = from;
      element->curve.p3 = r->current;
  }
  return true;
}
