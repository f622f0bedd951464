// rounded_box.glsl on eight pixels. Included inside kernels.h.

// A box's plane, with what is the same for all pixels of a run.
typedef struct {
  float originX;
  float stepX, stepY, stepW;     // change of q per pixel to the right
  float startX, startY, startW;  // q at the origin's x in the run's row
  float downX, downY, downW;     // change of q per pixel down
  float inverse, scaleX, scaleY; // where the plane is affine
  bool isAffine;
} Plane;

// An outline in a plane: of the box, or of the inside of its border.
typedef struct {
  float halfX, halfY;
  float hardMinX, hardMaxX, hardMinY, hardMaxY;
  float corner[4];
  float exponent;
  bool isRounded, isUniform;
  bool isClip;  // hard edges are decided at the pixel's centre, not by a polygon
} Outline;

// PlanePoint.
typedef struct {
  f8 x, y;
  f8 rightX, downX;  // gradientX
  f8 rightY, downY;  // gradientY
  f8 scaleX, scaleY; // pixels per unit, across edges of constant x and of constant y
  i8 isInFront;
} Point;

INLINE Plane plane_of(const RoundedBox *box, float y, bool isGeneral) {
  Plane p;
  float down = y - box->rowY.w;
  p.originX = box->rowX.w;
  p.stepX = box->rowX.x;
  p.stepY = box->rowY.x;
  p.stepW = box->rowW.x;
  p.downX = box->rowX.y;
  p.downY = box->rowY.y;
  p.downW = box->rowW.y;
  p.startX = p.downX * down + box->rowX.z;
  p.startY = p.downY * down + box->rowY.z;
  p.startW = p.downW * down + box->rowW.z;
  p.isAffine = !isGeneral && p.stepW == 0.0f && p.downW == 0.0f;
  p.inverse = 1.0f / p.startW;
  float rightX = p.stepX * p.inverse, downX = p.downX * p.inverse;
  float rightY = p.stepY * p.inverse, downY = p.downY * p.inverse;
  p.scaleX = 1.0f / __builtin_sqrtf(rightX * rightX + downX * downX);
  p.scaleY = 1.0f / __builtin_sqrtf(rightY * rightY + downY * downY);
  return p;
}

INLINE Point point_at(const Plane *p, f8 x, bool isAffine) {
  Point point;
  f8 across = x - p->originX;
  f8 qx = p->stepX * across + p->startX;
  f8 qy = p->stepY * across + p->startY;
  if (isAffine) {
    point.x = qx * p->inverse;
    point.y = qy * p->inverse;
    point.rightX = splat(p->stepX * p->inverse);
    point.downX = splat(p->downX * p->inverse);
    point.rightY = splat(p->stepY * p->inverse);
    point.downY = splat(p->downY * p->inverse);
    point.scaleX = splat(p->scaleX);
    point.scaleY = splat(p->scaleY);
    point.isInFront = splat(p->startW) > 0.0f;
    return point;
  }
  f8 qw = p->stepW * across + p->startW;
  f8 inverse = 1.0f / qw;
  point.x = qx * inverse;
  point.y = qy * inverse;
  point.rightX = (p->stepX - point.x * p->stepW) * inverse;
  point.downX = (p->downX - point.x * p->downW) * inverse;
  point.rightY = (p->stepY - point.y * p->stepW) * inverse;
  point.downY = (p->downY - point.y * p->downW) * inverse;
  point.scaleX = 1.0f / sqrt_f(point.rightX * point.rightX + point.downX * point.downX);
  point.scaleY = 1.0f / sqrt_f(point.rightY * point.rightY + point.downY * point.downY);
  point.isInFront = qw > 0.0f;
  return point;
}

INLINE void round_outline(Outline *o) {
  o->isRounded = o->corner[0] > 0 || o->corner[1] > 0 || o->corner[2] > 0 || o->corner[3] > 0;
  o->isUniform = o->corner[0] == o->corner[1] && o->corner[0] == o->corner[2]
              && o->corner[0] == o->corner[3];
}

INLINE Outline outline_of(const RoundedBox *box, bool isClip) {
  Outline o;
  o.isClip = isClip;
  int bits = (int)box->extent.z;
  o.halfX = box->extent.x;
  o.halfY = box->extent.y;
  o.hardMinX = bits & 1 ? 0.0f : 1e6f;
  o.hardMaxX = bits & 2 ? 0.0f : 1e6f;
  o.hardMinY = bits & 4 ? 0.0f : 1e6f;
  o.hardMaxY = bits & 8 ? 0.0f : 1e6f;
  for (int i = 0; i < 4; i++) o.corner[i] = box->corners[i];
  o.exponent = box->rowW.w;
  round_outline(&o);
  return o;
}

INLINE Outline inset_of(const RoundedBox *box, float width) {
  Outline o;
  o.isClip = false;
  float inset = width * (1.0f + (box->rowW.w - 2.0f) * (0.52866483f / 1.3418f));
  o.halfX = box->extent.x - width;
  o.halfY = box->extent.y - width;
  o.hardMinX = o.hardMaxX = o.hardMinY = o.hardMaxY = 0.0f;
  for (int i = 0; i < 4; i++) {
    float corner = box->corners[i] - inset;
    o.corner[i] = corner > 0.0f ? corner : 0.0f;
  }
  o.exponent = box->rowW.w;
  round_outline(&o);
  return o;
}

INLINE f8 overlap(f8 a, f8 b) { return max_f(min_f(a, splat(0.5f)) + min_f(b, splat(0.5f)), splat(0.0f)); }

INLINE f8 corner_coverage(const Point *p, f8 cellX, f8 cellY, f8 cell, float exponent) {
  f8 ux = cellX / cell, uy = cellY / cell;
  f8 radius, normalX, normalY;
  if (exponent == 2.0f) {
    radius = sqrt_f(ux * ux + uy * uy);
    normalX = ux / radius;
    normalY = uy / radius;
  } else {
    radius = pow_f(pow_f(ux, exponent) + pow_f(uy, exponent), 1.0f / exponent);
    normalX = pow_f(ux / radius, exponent - 1.0f);
    normalY = pow_f(uy / radius, exponent - 1.0f);
  }
  normalX = with_sign(normalX, p->x);
  normalY = with_sign(normalY, p->y);
  f8 right = normalX * p->rightX + normalY * p->rightY;
  f8 down = normalX * p->downX + normalY * p->downY;
  return clamp_f((1.0f - radius) * cell / sqrt_f(right * right + down * down) + 0.5f, 0.0f, 1.0f);
}

INLINE f8 corner_cells(const Outline *o, const Point *p) {
  if (o->isUniform) return splat(o->corner[0]);
  i8 isMinX = p->x < 0.0f;
  return select_f(p->y < 0.0f, select_f(isMinX, splat(o->corner[0]), splat(o->corner[1])),
                  select_f(isMinX, splat(o->corner[2]), splat(o->corner[3])));
}

// Distance inwards from an edge, in pixels, moved far away where the edge is hard.
INLINE f8 harden(f8 distance, float hardness, bool isClip) {
  return isClip ? distance + select_f(distance >= 0.0f, splat(hardness), splat(-hardness))
                : distance + hardness;
}

// Coverage in steps of 1/1024, so that a pixel whose edge lies on the outline to within the error of
// the arithmetic is exactly inside or outside, as the spans found from equations say.
INLINE f8 coverage_of(const Outline *o, const Point *p) {
  f8 coverage = overlap(harden((o->halfX + p->x) * p->scaleX, o->hardMinX, o->isClip),
                        harden((o->halfX - p->x) * p->scaleX, o->hardMaxX, o->isClip))
              * overlap(harden((o->halfY + p->y) * p->scaleY, o->hardMinY, o->isClip),
                        harden((o->halfY - p->y) * p->scaleY, o->hardMaxY, o->isClip));
  if (o->isRounded) {
    f8 cell = corner_cells(o, p);
    f8 cellX = abs_f(p->x) - (o->halfX - cell);
    f8 cellY = abs_f(p->y) - (o->halfY - cell);
    i8 isCorner = (cell > 0.0f) & (cellX > 0.0f) & (cellY > 0.0f);
    if (any(isCorner)) {
      f8 rounded = corner_coverage(p, cellX, cellY, cell, o->exponent);
      coverage = select_f(isCorner, min_f(coverage, rounded), coverage);
    }
  }
  coverage = select_f(p->isInFront, coverage, splat(0.0f));
  return (coverage + 8192.0f) - 8192.0f;
}

// The clips of a run, prepared; any beyond these are prepared again for each eight pixels.
enum { MaxPreparedClips = 4 };
typedef struct {
  Plane planes[MaxPreparedClips];
  Outline outlines[MaxPreparedClips];
  GlazeClips all;
  float y;
  bool isGeneral;
} PreparedClips;

INLINE void prepare_clips(PreparedClips *prepared, GlazeClips clips, const GlazeRun *run) {
  prepared->all = clips;
  prepared->y = run->y;
  prepared->isGeneral = run->isGeneral;
  for (int i = 0; i < clips.count && i < MaxPreparedClips; i++) {
    prepared->planes[i] = plane_of(&clips.boxes[i], run->y, run->isGeneral);
    prepared->outlines[i] = outline_of(&clips.boxes[i], true);
  }
}

INLINE f8 plane_coverage(const Plane *plane, const Outline *outline, f8 x) {
  if (outline->exponent == 0.0f) {
    i8 isInside = plane->stepX * (x - plane->originX) + plane->startX >= 0.0f;
    if (outline->hardMinX != 0.0f) isInside = ~isInside;
    return select_f(isInside, splat(1.0f), splat(0.0f));
  }
  Point point = plane->isAffine ? point_at(plane, x, true) : point_at(plane, x, false);
  return coverage_of(outline, &point);
}

INLINE f8 clip_coverage(const PreparedClips *clips, f8 x) {
  f8 coverage = splat(1.0f);
  for (int i = 0; i < clips->all.count; i++) {
    if (i < MaxPreparedClips) {
      coverage *= plane_coverage(&clips->planes[i], &clips->outlines[i], x);
    } else {
      Plane plane = plane_of(&clips->all.boxes[i], clips->y, clips->isGeneral);
      Outline outline = outline_of(&clips->all.boxes[i], true);
      coverage *= plane_coverage(&plane, &outline, x);
    }
  }
  return coverage;
}
