// shadow.frag and shadow_table.glsl on blocks of pixels. Included inside kernels.h.

// At 3.8 standard deviations outside of an edge the coverage is 7e-5; it is computed in steps of 1/4096.
INLINE ivec is_outside(fvec distance, float sigma) { return distance > 3.8f * sigma; }

// The tables that a block reads, and the corners around which these lie.
typedef struct {
  fvec cell;
  ivec corner;
} ShadowCorner;

INLINE ShadowCorner corner_of(const GlazeShadow *s, const Point *p) {
  if (s->isUniform) return (ShadowCorner){splat(s->cells[0]), (ivec)0};
  ivec corner = ((p->x >= 0.0f) & 1) | ((p->y >= 0.0f) & 2);
  fvec cell;
  for (int i = 0; i < LANES; i++) cell[i] = s->cells[corner[i]];
  return (ShadowCorner){cell, corner};
}

// A row of a uniform shadow's table, interpolated between two.
typedef struct {
  float texels[SHADOW_TABLE_SIDE + LANES];
} TableRow;

// Splits a position in texels, from 0 to the last, into the texel before it and the fraction to the next.
typedef struct {
  ivec texel;
  fvec part;
} TexelPlace;

INLINE TexelPlace texel_place(fvec part) {
  const float last = SHADOW_TABLE_SIDE - 1;
  fvec place = clamp_f(part * last, 0.0f, last);
  ivec texel = truncate_f(min_f(place, splat(last - 1.0f)));
  return (TexelPlace){texel, place - to_f(texel)};
}

INLINE void blend_rows(const float *table, fvec part, TableRow *row) {
  TexelPlace place = texel_place(part);
  const float *above = table + place.texel[0] * SHADOW_TABLE_SIDE;
  for (int i = 0; i < SHADOW_TABLE_SIDE; i += LANES) {
    fvec a = load_floats(above + i), b = load_floats(above + SHADOW_TABLE_SIDE + i);
    store_floats(row->texels + i, a + (b - a) * place.part);
  }
}

INLINE fvec read_row(const TableRow *row, fvec part) {
  TexelPlace place = texel_place(part);
  fvec a = gather_near(row->texels, place.texel), b = gather_near(row->texels + 1, place.texel);
  return a + (b - a) * place.part;
}

INLINE fvec read_tables(const GlazeShadow *s, ivec corner, fvec partX, fvec partY) {
  const int side = SHADOW_TABLE_SIDE;
  TexelPlace x = texel_place(partX), y = texel_place(partY);
  ivec texel = y.texel * side + x.texel;
  fvec a, b, c, d;
  if (s->isUniform) {
    a = gather_floats(s->tables[0], texel);
    b = gather_floats(s->tables[0] + 1, texel);
    c = gather_floats(s->tables[0] + side, texel);
    d = gather_floats(s->tables[0] + side + 1, texel);
  } else {
    for (int i = 0; i < LANES; i++) {
      const float *place = s->tables[corner[i]] + texel[i];
      a[i] = place[0];
      b[i] = place[1];
      c[i] = place[side];
      d[i] = place[side + 1];
    }
  }
  fvec left = a + (c - a) * y.part, right = b + (d - b) * y.part;
  return left + (right - left) * x.part;
}

// The distance of a point beyond where the blur begins, in standard deviations along x.
INLINE fvec beyond(fvec coordinate, float scale, float reach, fvec cell) {
  return max_f(abs_f(coordinate * scale) - (reach - cell), splat(0.0f));
}

// The position in a grid as a fraction from its first to its last texel.
INLINE fvec part_of_grid(fvec beyond, fvec cell) {
  return beyond * (1.0f / (2.0f * (float)SHADOW_TABLE_MARGIN + cell));
}

INLINE fvec shadow_coverage(const GlazeShadow *s, const Point *p) {
  ShadowCorner corner = corner_of(s, p);
  fvec x = beyond(p->x, s->scale, s->reachX, corner.cell);
  fvec y = beyond(p->y, s->scale, s->reachY, corner.cell);
  if (s->isGrid)
    return read_tables(s, corner.corner, part_of_grid(x, corner.cell),
                       part_of_grid(y, corner.cell));
  fvec square = x * x + y * y;
  fvec length = sqrt_f(square);
  fvec along = (y - x) / max_f(length, splat(1e-6f));
  fvec bend = along * along, middle = 1.0f - bend;
  fvec across = length - corner.cell * (1.0f + s->bulge * middle * middle);
  if (s->aspect != 1.0f) {
    fvec stretched = y * s->aspect;
    across *= sqrt_f(square / max_f(x * x + stretched * stretched, splat(1e-12f)));
  }
  fvec angle = along * (1.0f + bend * (1.0f / 12 + bend * (3.0f / 160)));
  return read_tables(s, corner.corner, across * (1.0f / (float)SHADOW_TABLE_REACH),
                     0.5f + angle * (0.5f / (1.0f + 1.0f / 12 + 3.0f / 160)));
}

// A color under the same coverage of all pixels.
INLINE Sources evenly_covered(vec4 color, float coverage) {
  fvec unit = splat(coverage) * UNIT;
  return sources_of(color.x * unit, color.y * unit, color.z * unit, color.w * unit);
}

// `isEven`: y is constant along the row, and all corners share a grid.
INLINE void shadow_run(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips,
                       bool isAffine, bool isEven) {
  const GlazeShadow s = *shadow;
  const GlazeOutline *o = &s.shape.outline;
  RowStart start = row_start(&s.shape, run->y);
  vec4 color = s.color;
  fvec noise = dither_at(run->start, (int)run->y), cell = splat(s.cells[0]);
  TableRow row;
  if (isEven) {
    Point p = point_at(&s.shape, start, centres_at(run->start), true);
    if (!run->isGeneral && all(is_outside(abs_f(p.y) - o->halfY, s.sigmaY))) return;
    blend_rows(s.tables[0], part_of_grid(beyond(p.y, s.scale, s.reachY, cell), cell), &row);
  }
  // Between the corners, the coverage does not change along an even row.
  bool hasMiddle = isEven && clips.count == 0 && !run->isGeneral && !run->planes && !s.isDithered;
  Sources middle;
  if (hasMiddle) middle = evenly_covered(color, (row.texels[0] + 2048.0f) - 2048.0f);
  for (int x = run->start; x < run->end; x += LANES) {
    fvec centres = centres_at(x);
    Point p = point_at(&s.shape, start, centres, isAffine);
    ivec isEmpty = is_outside(abs_f(p.x) - o->halfX, s.sigmaX) | is_outside(abs_f(p.y) - o->halfY, s.sigmaY)
                 | ~p.isInFront;
    if (!run->isGeneral && all(isEmpty)) continue;
    fvec coverage;
    if (isEven) {
      fvec beyondX = beyond(p.x, s.scale, s.reachX, cell);
      if (hasMiddle && x + LANES <= run->end && all(beyondX == 0.0f)) {
        blend_at(run, x, middle);
        continue;
      }
      coverage = read_row(&row, part_of_grid(beyondX, cell));
    } else {
      coverage = shadow_coverage(&s, &p);
    }
    coverage = (coverage + 2048.0f) - 2048.0f;
    coverage = select_f(isEmpty, splat(0.0f), coverage);
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    fvec unit = select_f(lanes_in(run, x), coverage * UNIT, splat(0.0f));
    Colors colors = {color.x * unit, color.y * unit, color.z * unit, color.w * unit};
    if (s.isDithered) lay_fade(run, x, colors, noise);
    else lay(run, x, colors.red, colors.green, colors.blue, colors.alpha);
  }
}

static void NAME(shadow)(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips) {
  bool isEven = shadow->isGrid && shadow->isUniform && shadow->shape.rowY.x == 0.0f;
  if (!shadow->shape.isAffine) shadow_run(run, shadow, clips, false, false);
  else if (!isEven) shadow_run(run, shadow, clips, true, false);
  else if (clips.count > 0) shadow_run(run, shadow, clips, true, true);
  else shadow_run(run, shadow, (GlazeClips){NULL, 0}, true, true);
}
