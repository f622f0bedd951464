// shadow.frag and shadow_table.glsl on eight pixels. Included inside kernels.h.

// At 3.8 standard deviations outside of an edge the coverage is 7e-5; it is computed in steps of 1/4096.
INLINE i8 is_outside(f8 distance, float sigma) { return distance > 3.8f * sigma; }

// The tables that eight pixels read, and the corners around which these lie.
typedef struct {
  f8 cell;
  i8 corner;
} ShadowCorner;

INLINE ShadowCorner corner_of(const GlazeShadow *s, const Point *p) {
  if (s->isUniform) return (ShadowCorner){splat(s->cells[0]), (i8)0};
  i8 corner = ((p->x >= 0.0f) & 1) | ((p->y >= 0.0f) & 2);
  f8 cell;
  for (int i = 0; i < 8; i++) cell[i] = s->cells[corner[i]];
  return (ShadowCorner){cell, corner};
}

// A row of a uniform shadow's table, interpolated between two.
typedef struct {
  float texels[SHADOW_TABLE_SIDE + 8];
} TableRow;

// Splits a position in texels, from 0 to the last, into the texel before it and the fraction to the next.
typedef struct {
  i8 texel;
  f8 part;
} TexelPlace;

INLINE TexelPlace texel_place(f8 part) {
  const float last = SHADOW_TABLE_SIDE - 1;
  f8 place = clamp_f(part * last, 0.0f, last);
  i8 texel = truncate_f(min_f(place, splat(last - 1.0f)));
  return (TexelPlace){texel, place - to_f(texel)};
}

INLINE void blend_rows(const float *table, f8 part, TableRow *row) {
  TexelPlace place = texel_place(part);
  const float *above = table + place.texel[0] * SHADOW_TABLE_SIDE;
  for (int i = 0; i < SHADOW_TABLE_SIDE; i += 8) {
    f8 a = load_floats(above + i), b = load_floats(above + SHADOW_TABLE_SIDE + i);
    store_floats(row->texels + i, a + (b - a) * place.part);
  }
}

INLINE f8 read_row(const TableRow *row, f8 part) {
  TexelPlace place = texel_place(part);
  f8 a = gather_near(row->texels, place.texel), b = gather_near(row->texels + 1, place.texel);
  return a + (b - a) * place.part;
}

INLINE f8 read_tables(const GlazeShadow *s, i8 corner, f8 partX, f8 partY) {
  const int side = SHADOW_TABLE_SIDE;
  TexelPlace x = texel_place(partX), y = texel_place(partY);
  i8 texel = y.texel * side + x.texel;
  f8 a, b, c, d;
  if (s->isUniform) {
    a = gather_floats(s->tables[0], texel);
    b = gather_floats(s->tables[0] + 1, texel);
    c = gather_floats(s->tables[0] + side, texel);
    d = gather_floats(s->tables[0] + side + 1, texel);
  } else {
    for (int i = 0; i < 8; i++) {
      const float *place = s->tables[corner[i]] + texel[i];
      a[i] = place[0];
      b[i] = place[1];
      c[i] = place[side];
      d[i] = place[side + 1];
    }
  }
  f8 left = a + (c - a) * y.part, right = b + (d - b) * y.part;
  return left + (right - left) * x.part;
}

// The distance of a point beyond where the blur begins, in standard deviations along x.
INLINE f8 beyond(f8 coordinate, float scale, float reach, f8 cell) {
  return max_f(abs_f(coordinate * scale) - (reach - cell), splat(0.0f));
}

// The position in a grid as a fraction from its first to its last texel.
INLINE f8 part_of_grid(f8 beyond, f8 cell) {
  return beyond * (1.0f / (2.0f * (float)SHADOW_TABLE_MARGIN + cell));
}

INLINE f8 shadow_coverage(const GlazeShadow *s, const Point *p) {
  ShadowCorner corner = corner_of(s, p);
  f8 x = beyond(p->x, s->scale, s->reachX, corner.cell);
  f8 y = beyond(p->y, s->scale, s->reachY, corner.cell);
  if (s->isGrid)
    return read_tables(s, corner.corner, part_of_grid(x, corner.cell),
                       part_of_grid(y, corner.cell));
  f8 square = x * x + y * y;
  f8 length = sqrt_f(square);
  f8 along = (y - x) / max_f(length, splat(1e-6f));
  f8 bend = along * along, middle = 1.0f - bend;
  f8 across = length - corner.cell * (1.0f + s->bulge * middle * middle);
  if (s->aspect != 1.0f) {
    f8 stretched = y * s->aspect;
    across *= sqrt_f(square / max_f(x * x + stretched * stretched, splat(1e-12f)));
  }
  f8 angle = along * (1.0f + bend * (1.0f / 12 + bend * (3.0f / 160)));
  return read_tables(s, corner.corner, across * (1.0f / (float)SHADOW_TABLE_REACH),
                     0.5f + angle * (0.5f / (1.0f + 1.0f / 12 + 3.0f / 160)));
}

// A color under the same coverage of all pixels.
INLINE Sources evenly_covered(vec4 color, float coverage) {
  f8 unit = splat(coverage) * UNIT;
  return sources_of(color.x * unit, color.y * unit, color.z * unit, color.w * unit);
}

// `isEven`: y is constant along the row, and all corners share a grid.
INLINE void shadow_run(const GlazeRun *run, const GlazeShadow *shadow, GlazeClips clips,
                       bool isAffine, bool isEven) {
  const GlazeShadow s = *shadow;
  const GlazeOutline *o = &s.shape.outline;
  RowStart start = row_start(&s.shape, run->y);
  vec4 color = s.color;
  f8 noise = dither_at(run->start, (int)run->y), cell = splat(s.cells[0]);
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
  for (int x = run->start; x < run->end; x += 8) {
    f8 centres = centres_at(x);
    Point p = point_at(&s.shape, start, centres, isAffine);
    if (!run->isGeneral
        && all(is_outside(abs_f(p.x) - o->halfX, s.sigmaX)
               | is_outside(abs_f(p.y) - o->halfY, s.sigmaY) | ~p.isInFront)) continue;
    f8 coverage;
    if (isEven) {
      f8 beyondX = beyond(p.x, s.scale, s.reachX, cell);
      if (hasMiddle && x + 8 <= run->end && all(beyondX == 0.0f)) {
        blend_at(run, x, middle);
        continue;
      }
      coverage = read_row(&row, part_of_grid(beyondX, cell));
    } else {
      coverage = shadow_coverage(&s, &p);
    }
    coverage = (coverage + 2048.0f) - 2048.0f;
    coverage = select_f(p.isInFront, coverage, splat(0.0f));
    if (clips.count > 0) coverage *= clip_coverage(clips, run->y, centres);
    f8 unit = select_f(lanes_in(run, x), coverage * UNIT, splat(0.0f));
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
