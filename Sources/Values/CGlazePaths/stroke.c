// The outlines of lines, as polygons that must be filled by the non-zero rule.
//
// A line is the union of one rectangle for each segment and one wedge for each join. The two sides of the
// outline run along those pieces such that every point is wound once for each piece that covers it. This holds
// where they return through the middle on the inner side of a sharp turn, and where they take the shortcut
// through the point in which the inner sides meet. The union is therefore exact, even where a line turns more
// sharply than it is wide.
#include <math.h>

#include "outliner.h"

enum { CAP_BUTT = 0, CAP_ROUND = 1, JOIN_MITER = 0, JOIN_ROUND = 1 };

static const double half_turn = 3.14159265358979323846;

enum {
  MOST_ARC_POINTS = 512,
  MOST_LINE_HALVINGS = 10,  // keeps a curve at a few thousand pieces, whatever the scale
};

// MARK: Scale

/// Returns the greater singular value of a matrix.
static double greatest_scale(double a, double b, double c, double d) {
  double sum = a * a + b * b + c * c + d * d;
  double determinant = a * d - b * c;
  double root = sqrt(fmax(sum * sum - 4 * determinant * determinant, 0));
  double value = sqrt((sum + root) / 2);
  return isfinite(value) ? fmax(value, 1e-12) : 1;
}

static double local_scale(const GlazePathMap *m, double px, double py) {
  if (m->isAffine) return greatest_scale(m->xx, m->xy, m->yx, m->yy);
  double w = fmax(m->wx * px + m->wy * py + m->ww, GLAZE_PATH_NEAR_PLANE);
  double x = (m->xx * px + m->xy * py + m->xw) / w, y = (m->yx * px + m->yy * py + m->yw) / w;
  return greatest_scale(
    (m->xx - x * m->wx) / w, (m->xy - x * m->wy) / w, (m->yx - y * m->wx) / w, (m->yy - y * m->wy) / w);
}

double glaze_path_scale(GlazePathMap map, double x, double y) { return local_scale(&map, x, y); }

static inline double scale_at(const GlazeOutliner *o, V2 p) {
  return o->line.scale > 0 ? o->line.scale : local_scale(&o->map, p[0], p[1]);
}

/// The greatest scale at the control points of a curve.
static inline double most_scale(const GlazeOutliner *o, const Cubic *c) {
  if (o->line.scale > 0) return o->line.scale;
  return fmax(fmax(scale_at(o, c->p0), scale_at(o, c->p1)), fmax(scale_at(o, c->p2), scale_at(o, c->p3)));
}

/// The angle between two points of an arc with half the width as radius that looks round.
static inline double arc_step(const GlazeOutliner *o, V2 p) {
  if (o->line.arcStep > 0) return o->line.arcStep;
  // The sagitta of an angle is the radius times an eighth of its square.
  return fmin(sqrt(8 * GLAZE_PATH_TOLERANCE / (o->line.half * scale_at(o, p))), 1);
}

// MARK: Visibility

/// Finds the half planes `side.x * x + side.y * y + side.w >= 0` of the plane that a window and the edge of a
/// pixel around it show: its four sides, and the plane in front of the camera.
static void find_sides(GlazeOutliner *o) {
  const GlazePathMap *m = &o->map;
  double lowX = o->low[0] - 1, lowY = o->low[1] - 1, highX = o->high[0] + 1, highY = o->high[1] + 1;
  Lifted *sides = o->line.sides;
  sides[0] = (Lifted){m->xx - lowX * m->wx, m->xy - lowX * m->wy, m->xw - lowX * m->ww};
  sides[1] = (Lifted){highX * m->wx - m->xx, highX * m->wy - m->xy, highX * m->ww - m->xw};
  sides[2] = (Lifted){m->yx - lowY * m->wx, m->yy - lowY * m->wy, m->yw - lowY * m->ww};
  sides[3] = (Lifted){highY * m->wx - m->yx, highY * m->wy - m->yy, highY * m->ww - m->yw};
  sides[4] = (Lifted){m->wx, m->wy, m->ww - GLAZE_PATH_NEAR_PLANE};
}

/// Whether nothing of a box of the plane, enlarged by the reach of the line, is visible.
static bool is_hidden(const Line *line, V2 least, V2 most) {
  least -= both(line->reach);
  most += both(line->reach);
  for (int i = 0; i < line->sideCount; i++) {
    Lifted side = line->sides[i];
    double x = side.x * (side.x > 0 ? most[0] : least[0]);
    double y = side.y * (side.y > 0 ? most[1] : least[1]);
    if (x + y + side.w < 0) return true;
  }
  return false;
}

/// Whether nothing of a line along a curve is visible, because it lies on one side.
static bool is_curve_hidden(const Line *line, const Cubic *c) {
  return is_hidden(
    line, lower(lower(c->p0, c->p1), lower(c->p2, c->p3)), upper(upper(c->p0, c->p1), upper(c->p2, c->p3)));
}

// MARK: The center line

static void append_vertex(GlazeOutliner *o, V2 p, bool isSmooth) {
  if (o->spineCount > 0) {
    Vertex *last = &o->spine[o->spineCount - 1];
    V2 d = p - last->position;
    double length = sqrt(dot(d, d));
    // Closer points are one.
    if (!(length * scale_at(o, p) > 1e-6)) {
      // The end of a curve coincides with its last bend.
      if (!isSmooth) last->isSmooth = false;
      return;
    }
    last->direction = d / both(length);
    last->length = length;
  }
  if (o->spineCount == o->spineCapacity) {
    o->spine = glaze_path_grow(o->spine, o->spineCount + 1, &o->spineCapacity, sizeof(Vertex));
  }
  o->spine[o->spineCount++] = (Vertex){.position = p, .isSmooth = isSmooth};
}

/// Adds the points between the ends of a curve; returns the last step of the curve's parameter.
static double append_bends(GlazeOutliner *o, const Cubic *c, int32_t depth) {
  // Where the radius of the curve exceeds half the width, this also keeps its two sides round; where it does
  // not, the joins do.
  double t[MOST_STEPS + 1];
  int32_t count = glaze_path_steps(c, most_scale(o, c) * (1 / GLAZE_PATH_TOLERANCE), t);
  // Outside, any line with the same ends winds around the inside in the same way. The last step is wanted there
  // too, so that the half that follows begins at the same point in each window.
  bool isHidden = count != 1 && is_curve_hidden(&o->line, c);
  if (count == 0) {
    if (depth >= MOST_LINE_HALVINGS) return 1;
    Cubic first, second;
    halve(c, &first, &second);
    if (!isHidden) {
      double step = append_bends(o, &first, depth + 1);
      append_vertex(o, glaze_path_corner(&first, 1, step, step), true);
    }
    return 0.5 * append_bends(o, &second, depth + 1);
  }
  for (int32_t i = 1; i < count && !isHidden; i++) {
    append_vertex(o, glaze_path_corner(c, t[i], t[i] - t[i - 1], t[i + 1] - t[i]), true);
  }
  return 1 - t[count - 1];
}

/// The direction at the start of a curve; false for a dot.
static bool find_direction(V2 p0, V2 p1, V2 p2, V2 p3, V2 *direction) {
  V2 points[3] = {p1, p2, p3};
  for (int i = 0; i < 3; i++) {
    V2 d = points[i] - p0;
    if (d[0] == 0 && d[1] == 0) continue;
    *direction = d / both(sqrt(dot(d, d)));
    return true;
  }
  return false;
}

static void append_curve(GlazeOutliner *o, const Cubic *c) {
  Line *line = &o->line;
  if (!line->hasSegments) line->hasBegin = find_direction(c->p0, c->p1, c->p2, c->p3, &line->begin);
  line->hasEnd = find_direction(c->p3, c->p2, c->p1, c->p0, &line->end);
  line->end = -line->end;
  line->hasSegments = true;
  append_bends(o, c, 0);
  append_vertex(o, c->p3, false);
}

// MARK: The two sides

static inline void add_right(GlazeOutliner *o, V2 p) {
  if (o->rightCount == o->rightCapacity) {
    o->right = glaze_path_grow(o->right, o->rightCount + 1, &o->rightCapacity, sizeof(V2));
  }
  o->right[o->rightCount++] = p;
}

static inline void add_side(GlazeOutliner *o, V2 p, bool toLeft) {
  if (toLeft) add_point(o, p);
  else add_right(o, p);
}

/// Adds the points of an arc between its first and its last one: rotations of the radius, in equal steps.
static void add_arc(GlazeOutliner *o, V2 p, V2 radius, double angle, bool toLeft) {
  double steps = ceil(fabs(angle) / arc_step(o, p));
  if (!(steps > 1) || is_hidden(&o->line, p, p)) return;
  int32_t count = steps < MOST_ARC_POINTS ? (int32_t)steps : MOST_ARC_POINTS;
  double cosine = cos(angle / count), sine = sin(angle / count);
  // The polygon has the area of the circle when the radius is longer by the root of angle / sine.
  radius *= both(1 + sine * sine / 12);
  for (int32_t i = 1; i < count; i++) {
    radius = radius * both(cosine) + turned(radius) * both(sine);
    add_side(o, p + radius, toLeft);
  }
}

/// Whether the outer side of a join is one point.
static inline bool joins_to_point(const GlazeOutliner *o, const Vertex *vertex, double cosine) {
  const Line *line = &o->line;
  if (!vertex->isSmooth && line->join == JOIN_MITER) {
    // Whether 1 / sin(half the angle between the segments) is at most the limit. With NaN it is false.
    return 2 <= line->miterLimit * line->miterLimit * (1 + cosine) * (1 + 1e-9) && line->miterLimit > 0;
  }
  // A turn so small that point, bevel and arc look the same.
  double step = arc_step(o, vertex->position);
  return cosine > 1 - 0.5 * step * step;
}

/// Adds the outer side of a join. `n0`, `n1` and `middle` lead from the vertex to its points.
static void add_outer(
  GlazeOutliner *o, const Vertex *vertex, V2 n0, V2 n1, V2 middle, double cosine, bool toLeft)
{
  V2 p = vertex->position;
  if (cosine > -0.9999999 && joins_to_point(o, vertex, cosine)) return add_side(o, p + middle, toLeft);
  add_side(o, p + n0, toLeft);
  if (vertex->isSmooth || o->line.join == JOIN_ROUND) {
    double angle = atan2(fabs(cross(n0, n1)), dot(n0, n1));
    add_arc(o, p, n0, toLeft ? -angle : angle, toLeft);
  }
  add_side(o, p + n1, toLeft);
}

/// Adds both sides of a vertex.
static inline void add_join(GlazeOutliner *o, const Vertex *before, const Vertex *vertex) {
  V2 d0 = before->direction, d1 = vertex->direction, p = vertex->position;
  double sine = cross(d0, d1), cosine = dot(d0, d1), half = o->line.half;
  // Beyond a right angle the sum of the normals is not usable for shortcuts.
  double share = half / (1 + cosine);
  V2 middle = turned(d0 + d1) * both(share);
  // This is the distance of the point where the inner sides meet from the end of the segments.
  double reach = share * fabs(sine);
  double shorter = before->length < vertex->length ? before->length : vertex->length;
  bool meets = cosine > -0.99 && reach <= 0.5 * shorter;
  if (meets && joins_to_point(o, vertex, cosine)) {
    add_point(o, p + middle);
    add_right(o, p - middle);
    return;
  }
  V2 n0 = turned(d0) * both(half), n1 = turned(d1) * both(half);
  bool isInnerLeft = sine > 0;
  V2 sign = both(isInnerLeft ? 1 : -1);
  n0 *= sign;
  n1 *= sign;
  middle *= sign;
  if (meets) {
    add_side(o, p + middle, isInnerLeft);
  } else {
    add_side(o, p + n0, isInnerLeft);
    add_side(o, p, isInnerLeft);
    add_side(o, p + n1, isInnerLeft);
  }
  add_outer(o, vertex, -n0, -n1, -middle, cosine, !isInnerLeft);
}

/// Adds the joins of consecutive vertices; false when there are too many points.
static bool add_joins(GlazeOutliner *o, const Vertex *before, int64_t first, int64_t end) {
  for (int64_t i = first; i < end; i++) {
    const Vertex *vertex = &o->spine[i];
    add_join(o, before, vertex);
    before = vertex;
    if (o->pointCount + o->rightCount > o->mostPoints) {
      o->isCut = true;
      return false;
    }
  }
  return true;
}

static void add_right_side_back(GlazeOutliner *o) {
  for (int64_t i = o->rightCount - 1; i >= 0; i--) add_point(o, o->right[i]);
}

static void add_dot(GlazeOutliner *o, V2 p) {
  double half = o->line.half;
  if (o->line.cap == CAP_BUTT) return;
  if (o->line.cap == CAP_ROUND) {
    V2 east = {half, 0};
    add_point(o, p + east);
    add_arc(o, p, east, 2 * half_turn, true);
  } else {
    const V2 corners[4] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int i = 0; i < 4; i++) add_point(o, p + corners[i] * both(half));
  }
  glaze_path_end_polygon(o);
}

static void add_closed_line(GlazeOutliner *o) {
  Vertex *last = &o->spine[o->spineCount - 1];
  V2 d = o->spine[0].position - last->position;
  last->length = sqrt(dot(d, d));
  last->direction = d / both(last->length);
  if (!add_joins(o, last, 0, o->spineCount)) return;
  glaze_path_end_polygon(o);
  add_right_side_back(o);
  glaze_path_end_polygon(o);
}

/// Returns the direction of a line at its end.
///
/// For a curve it is the curve's own direction, from which the first straight piece deviates by half of a bend.
/// Wide lines would make this visible.
static V2 end_direction(V2 piece, bool isCurve, V2 curve) {
  // Where the curve turns immediately, its pieces are more accurate.
  return isCurve && dot(curve, piece) > 0.9 ? curve : piece;
}

/// Adds the points between the two sides at an end; `side` leads from the end to its left side.
static void add_cap(GlazeOutliner *o, V2 p, V2 side) {
  if (o->line.cap == CAP_BUTT) return;
  if (o->line.cap == CAP_ROUND) return add_arc(o, p, side, -half_turn, true);
  V2 outward = -turned(side);
  add_point(o, p + side + outward);
  add_point(o, p - side + outward);
}

static void add_open_line(GlazeOutliner *o) {
  const Line *line = &o->line;
  int64_t count = o->spineCount;
  V2 first = o->spine[0].position, last = o->spine[count - 1].position;
  V2 half = both(line->half);
  V2 begin = turned(end_direction(o->spine[0].direction, line->hasBegin, line->begin)) * half;
  V2 end = turned(end_direction(o->spine[count - 2].direction, line->hasEnd, line->end)) * half;
  add_point(o, first + begin);
  add_right(o, first - begin);
  if (!add_joins(o, &o->spine[0], 1, count - 1)) return;
  add_point(o, last + end);
  add_cap(o, last, end);
  add_point(o, last - end);
  add_right_side_back(o);
  add_cap(o, first, -begin);
  glaze_path_end_polygon(o);
}

// MARK: Subpaths

static void add_line(GlazeOutliner *o, bool isClosed) {
  V2 first = o->spine[0].position;
  if (isClosed && o->spineCount > 1) {
    V2 d = first - o->spine[o->spineCount - 1].position;
    // A close adds a line to the start: the last vertex is the first.
    if (sqrt(dot(d, d)) * scale_at(o, first) <= 2e-6) o->spineCount--;
  }
  o->rightCount = 0;
  if (o->spineCount == 1) add_dot(o, first);
  else if (isClosed) add_closed_line(o);
  else add_open_line(o);
}

static void end_line(GlazeOutliner *o, bool isClosed) {
  if (o->line.hasSegments && o->spineCount > 0 && !o->isCut) add_line(o, isClosed);
  o->spineCount = 0;
  o->line.hasSegments = o->line.hasBegin = o->line.hasEnd = false;
}

static void begin_line(GlazeOutliner *o, const GlazePathLine *style) {
  // NaN and infinity draw nothing.
  double half = style->width > 0 && isfinite(style->width) ? style->width / 2 : 0;
  o->line = (Line){
    .half = half, .cap = style->cap, .join = style->join, .miterLimit = style->miterLimit,
    .reach = half * fmax(1.5, style->join == JOIN_MITER ? style->miterLimit : 1),
    .scale = style->scale, .sideCount = style->isSeenWhole ? 0 : 5};
  if (style->scale > 0) o->line.arcStep = arc_step(o, (V2){});
  find_sides(o);
  o->spineCount = 0;
}

void glaze_path_stroke(GlazeOutliner *o, const GlazePathElements *path, const GlazePathLine *style) {
  begin_line(o, style);
  if (o->line.half == 0) return;
  Reader reader = {.path = path, .next = path->points};
  Element element;
  while (!o->isCut && read_element(&reader, &element)) {
    const Cubic *c = &element.curve;
    // A vertex gets several points on each side.
    int64_t most = o->mostPoints;
    o->isCut = o->pointCount > most || o->spineCount > most / 16;
    switch (element.verb) {
      case VERB_MOVE:
        end_line(o, false);
        append_vertex(o, c->p3, false);
        break;
      case VERB_CUBIC:
        append_curve(o, c);
        break;
      case VERB_LINE:
      case VERB_CLOSE:
        o->line.hasSegments = true;
        o->line.hasEnd = false;
        append_vertex(o, c->p3, false);
        if (element.verb == VERB_CLOSE) end_line(o, true);
    }
  }
  end_line(o, false);
}
