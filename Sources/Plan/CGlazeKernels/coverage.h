// rounded_box.glsl on blocks of pixels. Included inside kernels.h.

// PlanePoint.
typedef struct {
  fvec x, y;
  fvec rightX, downX;   // gradientX
  fvec rightY, downY;   // gradientY
  fvec scaleX, scaleY;  // pixels per unit, across edges of constant x and of constant y
  ivec isInFront;
} Point;

// The plane under a row of pixels: q at the origin's x.
typedef struct {
  float x, y, w;
} RowStart;

INLINE RowStart row_start(const GlazeShape *s, float y) {
  float down = y - s->rowY.w;
  return (RowStart){s->rowX.y * down + s->rowX.z, s->rowY.y * down + s->rowY.z,
                    s->rowW.y * down + s->rowW.z};
}

INLINE Point point_at(const GlazeShape *s, RowStart start, fvec x, bool isAffine) {
  Point point;
  fvec across = x - s->rowX.w;
  fvec qx = s->rowX.x * across + start.x;
  fvec qy = s->rowY.x * across + start.y;
  if (isAffine) {
    point.x = qx * s->inverse;
    point.y = qy * s->inverse;
    point.rightX = splat(s->rightX);
    point.downX = splat(s->downX);
    point.rightY = splat(s->rightY);
    point.downY = splat(s->downY);
    point.scaleX = splat(s->scaleX);
    point.scaleY = splat(s->scaleY);
    point.isInFront = (ivec)-1;
    return point;
  }
  fvec qw = s->rowW.x * across + start.w;
  fvec inverse = 1.0f / qw;
  point.x = qx * inverse;
  point.y = qy * inverse;
  point.rightX = (s->rowX.x - point.x * s->rowW.x) * inverse;
  point.downX = (s->rowX.y - point.x * s->rowW.y) * inverse;
  point.rightY = (s->rowY.x - point.y * s->rowW.x) * inverse;
  point.downY = (s->rowY.y - point.y * s->rowW.y) * inverse;
  point.scaleX = 1.0f / sqrt_f(point.rightX * point.rightX + point.downX * point.downX);
  point.scaleY = 1.0f / sqrt_f(point.rightY * point.rightY + point.downY * point.downY);
  point.isInFront = qw > 0.0f;
  return point;
}

INLINE fvec overlap(fvec a, fvec b) {
  return max_f(min_f(a, splat(0.5f)) + min_f(b, splat(0.5f)), splat(0.0f));
}

INLINE fvec corner_coverage(const Point *p, fvec cellX, fvec cellY, fvec cell, float exponent) {
  fvec ux = cellX / cell, uy = cellY / cell;
  fvec radius, normalX, normalY;
  if (exponent == (float)EXPONENT_CIRCLE) {
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
  fvec right = normalX * p->rightX + normalY * p->rightY;
  fvec down = normalX * p->downX + normalY * p->downY;
  return clamp_f((1.0f - radius) * cell / sqrt_f(right * right + down * down) + 0.5f, 0.0f, 1.0f);
}

INLINE fvec corner_cells(const GlazeOutline *o, const Point *p) {
  if (o->isUniform) return splat(o->corner[0]);
  ivec isMinX = p->x < 0.0f;
  return select_f(p->y < 0.0f, select_f(isMinX, splat(o->corner[0]), splat(o->corner[1])),
                  select_f(isMinX, splat(o->corner[2]), splat(o->corner[3])));
}

// The distance inward from an edge, in pixels, moved far away where the edge is aliased.
INLINE fvec harden(fvec distance, float hardness, bool isClip) {
  if (__builtin_constant_p(hardness) && hardness == 0.0f && !isClip) return distance;
  return isClip ? distance + select_f(distance >= 0.0f, splat(hardness), splat(-hardness))
                : distance + hardness;
}

// The same outline with the common properties of plain ones as constants, for the compiler to fold.
INLINE GlazeOutline plain(GlazeOutline o) {
  o.isPlain = true;
  o.hardness[0] = o.hardness[1] = o.hardness[2] = o.hardness[3] = 0.0f;
  o.exponent = 2.0f;
  o.isUniform = true;
  o.isClip = false;
  return o;
}

// sample_point: the point at which a pixel samples the fill of the box.
INLINE void sample_point(const GlazeOutline *o, const Point *p, fvec *x, fvec *y) {
  fvec reachX = max_f(o->halfX - (float)SAMPLE_INSET / p->scaleX, splat(0.0f));
  fvec reachY = max_f(o->halfY - (float)SAMPLE_INSET / p->scaleY, splat(0.0f));
  *x = min_f(max_f(p->x, -reachX - o->hardness[0]), reachX + o->hardness[1]);
  *y = min_f(max_f(p->y, -reachY - o->hardness[2]), reachY + o->hardness[3]);
}

// The part of a pixel on the inner side of the nearer of two edges.
INLINE fvec nearer_overlap(fvec distance, float half, fvec scale) {
  return clamp_f((half - distance) * scale + 0.5f, 0.0f, 1.0f);
}

// Computes coverage in steps of 1/1024, so that a pixel whose edge lies on the outline, to within the
// arithmetic's error, is exactly inside or outside. This agrees with the spans that are found from equations.
//
// `isPlain`: the outline is plain, and the plane affine.
INLINE fvec coverage_in(const GlazeOutline *o, const Point *p, bool isPlain) {
  fvec coverage, x = abs_f(p->x), y = abs_f(p->y);
  if (isPlain) {
    coverage = nearer_overlap(x, o->halfX, p->scaleX) * nearer_overlap(y, o->halfY, p->scaleY);
  } else {
    coverage = overlap(harden((o->halfX + p->x) * p->scaleX, o->hardness[0], o->isClip),
                       harden((o->halfX - p->x) * p->scaleX, o->hardness[1], o->isClip))
             * overlap(harden((o->halfY + p->y) * p->scaleY, o->hardness[2], o->isClip),
                       harden((o->halfY - p->y) * p->scaleY, o->hardness[3], o->isClip));
  }
  if (o->isRounded) {
    fvec cell = corner_cells(o, p);
    fvec cellX = x - (o->halfX - cell), cellY = y - (o->halfY - cell);
    ivec isCorner = isPlain ? min_f(cellX, cellY) > 0.0f : (cell > 0.0f) & (cellX > 0.0f) & (cellY > 0.0f);
    if (any(isCorner)) {
      fvec rounded = corner_coverage(p, cellX, cellY, cell, o->exponent);
      coverage = select_f(isCorner, min_f(coverage, rounded), coverage);
    }
  }
  coverage = select_f(p->isInFront, coverage, splat(0.0f));
  return (coverage + 8192.0f) - 8192.0f;
}

INLINE fvec coverage_of(const GlazeOutline *o, const Point *p) { return coverage_in(o, p, false); }

INLINE fvec clip_coverage(GlazeClips clips, float y, fvec x) {
  fvec coverage = splat(1.0f);
  for (int i = 0; i < clips.count; i++) {
    const GlazeShape *shape = &clips.shapes[i];
    RowStart start = row_start(shape, y);
    if (shape->outline.exponent == (float)EXPONENT_HALF_PLANE) {
      ivec isInside = shape->rowX.x * (x - shape->rowX.w) + start.x >= 0.0f;
      if (shape->outline.hardness[0] != 0.0f) isInside = ~isInside;
      coverage = select_f(isInside, coverage, splat(0.0f));
    } else {
      Point point = shape->isAffine ? point_at(shape, start, x, true)
                                    : point_at(shape, start, x, false);
      coverage *= coverage_of(&shape->outline, &point);
    }
  }
  return coverage;
}
