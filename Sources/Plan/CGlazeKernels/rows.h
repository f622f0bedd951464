// The parts of rows inside of quadrilaterals and outlines, half as many rows at a time as a block has
// pixels. Included inside kernels.h.
// In double precision, with the operations of Contour and in their order.

enum { RowLanes = LANES / 2 };
typedef double dvec __attribute__((ext_vector_type(RowLanes)));
typedef int64_t lvec __attribute__((ext_vector_type(RowLanes)));
typedef int32_t rvec __attribute__((ext_vector_type(RowLanes)));
typedef rvec unaligned_rvec __attribute__((aligned(4)));

INLINE dvec select_d(lvec mask, dvec a, dvec b) { return (dvec)(((lvec)a & mask) | ((lvec)b & ~mask)); }
INLINE dvec dvec_of(double a) { return (dvec)a; }
INLINE dvec min_d(dvec a, dvec b) { return select_d(b < a, b, a); }
INLINE dvec max_d(dvec a, dvec b) { return select_d(b >= a, b, a); }

INLINE dvec load_rows(const int32_t *p) { return __builtin_convertvector(*(const unaligned_rvec *)p, dvec); }
INLINE void store_rows(int32_t *p, rvec a) { *(unaligned_rvec *)p = a; }

// The centers of rows.
INLINE dvec row_centres(int row) { return (double)row + (dvec){EACH_ROW(LANE_CENTRE)}; }

// Positions along a row, as Span: empty where the start is not at most the end.
typedef struct {
  dvec start, end;
} Spans;

INLINE lvec has_span(Spans s) { return s.start <= s.end; }
INLINE Spans intersect(Spans a, Spans b) {
  return (Spans){max_d(a.start, b.start), min_d(a.end, b.end)};
}

// The part where slope * x + offset is not negative.
INLINE Spans not_negative(double slope, dvec offset) {
  const dvec far = dvec_of(__builtin_inf());
  if (slope > 0) return (Spans){-offset / slope, far};
  if (slope < 0) return (Spans){-far, -offset / slope};
  lvec isAll = offset >= 0;
  return (Spans){select_d(isAll, -far, far), select_d(isAll, far, -far)};
}

// Removes a hole where the mask says so, and keeps the longer of the remaining parts.
INLINE void remove_span(Spans *s, Spans hole, lvec mask) {
  mask &= has_span(hole) & ~((hole.end < s->start) | (hole.start > s->end));
  lvec keepsLeft = hole.start - s->start >= s->end - hole.end;
  s->end = select_d(mask & keepsLeft, hole.start, s->end);
  s->start = select_d(mask & ~keepsLeft, hole.end, s->start);
}

// Limited to low...high, rounded up or down.
INLINE rvec ceiling_within(dvec x, dvec low, dvec high) {
  dvec limited = max_d(low, min_d(high, x));
  rvec truncated = __builtin_convertvector(limited, rvec);
  lvec isLess = __builtin_convertvector(truncated, dvec) < limited;
  return truncated - __builtin_convertvector(isLess, rvec);
}
INLINE rvec floor_within(dvec x, dvec low, dvec high) {
  return __builtin_convertvector(max_d(low, min_d(high, x)), rvec);
}

// The pixels whose centers lie in spans, limited to low...high.
INLINE void pixels_in(Spans s, dvec low, dvec high, rvec *start, rvec *end) {
  rvec isFilled = __builtin_convertvector(has_span(s), rvec);
  rvec first = __builtin_convertvector(low, rvec);
  rvec from = ceiling_within(s.start - 0.5, low, high), to = floor_within(s.end + 0.5, low, high);
  *start = (from & isFilled) | (first & ~isFilled);
  rvec last = (to & isFilled) | (first & ~isFilled);
  *end = last > *start ? last : *start;
}

static void NAME(quad_rows)(const GlazeQuad *quad, int32_t row, int32_t count, GlazeRowParts *parts) {
  const dvec far = dvec_of(__builtin_inf()), left = dvec_of(quad->left), right = dvec_of(quad->right);
  for (int i = 0; i < count; i += RowLanes) {
    dvec y = row_centres(row + i), start = far, end = -far;
    for (int k = 0; k < 4; k++) {
      lvec isCrossed = (quad->top[k] <= y) & (y < quad->bottom[k]);
      dvec x = quad->x[k] + (y - quad->top[k]) * quad->slope[k];
      start = select_d(isCrossed, min_d(start, x), start);
      end = select_d(isCrossed, max_d(end, x), end);
    }
    rvec from = ceiling_within(start - 0.5, left, right), to = ceiling_within(end - 0.5, left, right);
    store_rows(parts->visibleStart + i, from);
    store_rows(parts->visibleEnd + i, to);
    store_rows(parts->fullStart + i, from);
    store_rows(parts->fullEnd + i, to);
  }
}

INLINE Spans axis_spans(const GlazeAxis *a, double start, double end, dvec y) {
  dvec offset = a->slope * y;
  if (a->isAcross) return (Spans){start + offset, end + offset};
  const dvec far = dvec_of(__builtin_inf());
  dvec value = a->start + offset;
  lvec isInside = (start <= value) & (value <= end);
  return (Spans){select_d(isInside, -far, far), select_d(isInside, far, -far)};
}

// Removes the part of a corner's cell that is not certainly inside its curve; see Contour.removeCorner.
INLINE void remove_corner(const GlazeContour *c, int index, Spans *full, lvec isTouched, dvec x, dvec y) {
  double cell = c->corner[index];
  double signX = index & 1 ? 1 : -1, signY = index & 2 ? 1 : -1;
  double centreX = c->halfX - cell, centreY = c->halfY - cell;
  dvec u0 = signX * x - centreX, v0 = signY * y - centreY;
  double u1 = signX * c->rightX, v1 = signY * c->rightY;
  lvec isOutside = ((u0 + u1 * full->start < 0) & (u0 + u1 * full->end < 0))
               | ((v0 + v1 * full->start < 0) & (v0 + v1 * full->end < 0));
  Spans inCell = intersect(intersect(*full, not_negative(u1, u0)), not_negative(v1, v0));
  lvec isHere = isTouched & ~isOutside & has_span(inCell);
  if (!__builtin_reduce_or(isHere)) return;
  double radius = cell - c->reach;
  double a = u1 * u1 + v1 * v1;
  if (!(c->isCircular && radius > 0 && a > 0)) {
    remove_span(full, inCell, isHere);
    return;
  }
  dvec b = u0 * u1 + v0 * v1;
  dvec rest = u0 * u0 + v0 * v0 - radius * radius;
  dvec discriminant = b * b - a * rest;
  dvec root = __builtin_elementwise_sqrt(discriminant);
  Spans circle = {(-b - root) / a, (-b + root) / a};
  lvec isWhole = ~(discriminant >= 0) | (circle.start >= inCell.end) | (circle.end <= inCell.start);
  remove_span(full, inCell, isHere & isWhole);
  lvec isPart = isHere & ~isWhole;
  remove_span(full, (Spans){inCell.start, circle.start}, isPart & (circle.start > inCell.start));
  remove_span(full, (Spans){circle.end, inCell.end}, isPart & (circle.end < inCell.end));
}

static void NAME(contour_rows)(const GlazeContour *c, int32_t row, int32_t count, bool isInFull,
                               const GlazeRowParts *limits, GlazeRowParts *parts) {
  const int32_t *starts = isInFull ? limits->fullStart : limits->visibleStart;
  const int32_t *ends = isInFull ? limits->fullEnd : limits->visibleEnd;
  for (int i = 0; i < count; i += RowLanes) {
    dvec y = row_centres(row + i);
    Spans visible = intersect(axis_spans(&c->x, c->x.visibleStart, c->x.visibleEnd, y),
                              axis_spans(&c->y, c->y.visibleStart, c->y.visibleEnd, y));
    Spans full = intersect(axis_spans(&c->x, c->x.fullStart, c->x.fullEnd, y),
                           axis_spans(&c->y, c->y.fullStart, c->y.fullEnd, y));
    if (c->isRounded) {
      dvec placeX = c->downX * y + c->startX, placeY = c->downY * y + c->startY;
      for (int k = 0; k < 4; k++) {
        if (!(c->corner[k] > 0)) continue;
        lvec isTouched = (c->cornerTop[k] <= y) & (y <= c->cornerBottom[k]) & has_span(full);
        if (__builtin_reduce_or(isTouched)) remove_corner(c, k, &full, isTouched, placeX, placeY);
      }
    }
    rvec fullStart = *(const unaligned_rvec *)(limits->fullStart + i);
    rvec fullEnd = *(const unaligned_rvec *)(limits->fullEnd + i);
    rvec start, end, from, to;
    pixels_in(visible, load_rows(starts + i), load_rows(ends + i), &start, &end);
    pixels_in(full, __builtin_convertvector(start, dvec), __builtin_convertvector(end, dvec), &from, &to);
    store_rows(parts->visibleStart + i, start);
    store_rows(parts->visibleEnd + i, end);
    store_rows(parts->fullStart + i, from > fullStart ? from : fullStart);
    store_rows(parts->fullEnd + i, to < fullEnd ? to : fullEnd);
  }
}

// The end of the blocks that begin at a start and reach x, and of those that end before it.
INLINE int blocks_over(int start, int x) { return start + ((x - start + LANES - 1) & -LANES); }
INLINE int blocks_within(int start, int x) { return start + ((x - start) & -LANES); }

// Draws rows of a box: solid runs, and by evaluation the pixels between them.
INLINE void box_rows_of(const GlazeSurface *surface, const GlazeBoxRows *rows, const GlazeBox *box,
                        GlazeClips clips, bool isDeep, bool isAffine, bool isBordered, bool isPlain) {
  const GlazeClips none = {NULL, 0};
  const ByteBox bytes = byte_box(box, isPlain);
  GlazeRun run = {.stride = surface->stride, .width = surface->width};
  for (int i = 0; i < rows->count; i++) {
    int next = rows->outer->visibleStart[i], last = rows->outer->visibleEnd[i];
    if (next >= last) continue;
    ptrdiff_t row = rows->row + i;
    run.row = surface->pixels ? surface->pixels + row * surface->width : NULL;
    run.planes = surface->planes ? surface->planes + row * 4 * surface->stride : NULL;
    run.y = (float)row + 0.5f;
    // The left part of the border, the inside, and the right part of the border.
    int start = rows->outer->fullStart[i], end = rows->outer->fullEnd[i];
    int starts[3] = {start, start, end}, ends[3] = {start, end, end};
    if (isBordered && start < end) {
      bool isInside = rows->inner->visibleStart[i] < rows->inner->visibleEnd[i];
      ends[0] = isInside ? rows->inner->visibleStart[i] : end;
      starts[1] = rows->inner->fullStart[i];
      ends[1] = rows->inner->fullEnd[i];
      starts[2] = isInside ? rows->inner->visibleEnd[i] : end;
    }
    for (int k = 0; k < 4; k++) {
      // On bytes, solid runs begin and end between blocks, where they can: evaluated pixels are the same there.
      if (k < 3 && !isDeep) {
        starts[k] = blocks_over(next, starts[k]);
        if (ends[k] < last) ends[k] = blocks_within(starts[k], ends[k]);
      }
      // A short run is evaluated together with its neighbors.
      if (k < 3 && ends[k] - starts[k] < GlazeShortestRun) continue;
      run.start = next;
      run.end = k < 3 ? starts[k] : last;
      if (run.start < run.end) {
        bool isClear = run.start >= rows->limits->fullStart[i] && run.end <= rows->limits->fullEnd[i];
        if (isDeep && (isClear || clips.count == 0))
          box_floats(&run, box, none, isAffine, isBordered, isPlain);
        else if (isDeep) box_floats(&run, box, clips, isAffine, isBordered, isPlain);
        else if (isClear || clips.count == 0) box_bytes(run, &bytes, none, isAffine, isBordered, isPlain);
        else box_bytes(run, &bytes, clips, isAffine, isBordered, isPlain);
      }
      if (k == 3) break;
      next = ends[k];
      const GlazeSource *source = k == 1 ? &box->inside : &box->line;
      // A transparent color does not change anything.
      if (!isDeep && source->redBlue == 0 && source->greenAlpha == 0) continue;
      run.start = starts[k];
      run.end = ends[k];
      NAME(fill)(&run, source);
    }
  }
}

static void NAME(box_rows)(const GlazeSurface *surface, const GlazeBoxRows *rows, const GlazeBox *box,
                           GlazeClips clips) {
  const GlazeClips none = {NULL, 0};
  bool isBordered = box->isBordered;
  bool isPlain = box->shape.outline.isPlain && (!isBordered || box->inset.isPlain);
  bool isAffine = box->shape.isAffine;
  bool isDeep = surface->planes || !box->inside.isInRange || !box->line.isInRange;
  if (isDeep && isAffine && isPlain && !isBordered && clips.count == 0)
    box_rows_of(surface, rows, box, none, true, true, false, true);
  else if (isDeep) box_rows_of(surface, rows, box, clips, true, isAffine, isBordered, false);
  else if (!isAffine) box_rows_of(surface, rows, box, clips, false, false, isBordered, false);
  else if (clips.count > 0) box_rows_of(surface, rows, box, clips, false, true, isBordered, false);
  else if (!isPlain) box_rows_of(surface, rows, box, none, false, true, isBordered, false);
  else if (isBordered) box_rows_of(surface, rows, box, none, false, true, true, true);
  else box_rows_of(surface, rows, box, none, false, true, false, true);
}

// Draws runs of rows: in full parts, where the box covers all pixels, and to their left and right. A short full part
// is evaluated together with its neighbors.
#define ROWS(name, Prepared, draw)                                                                       \
  static void NAME(name)(const GlazeSurface *surface, const GlazeBoxRows *rows, const Prepared *prepared, \
                         GlazeClips clips) {                                                             \
    for (int i = 0; i < rows->count; i++) {                                                              \
      RowRuns runs = row_runs(rows, i);                                                                  \
      for (int k = 0; k < 3; k++) {                                                                      \
        if (runs.starts[k] >= runs.starts[k + 1]) continue;                                              \
        GlazeRun run = run_in_row(surface, rows, i, runs.starts[k], runs.starts[k + 1]);                 \
        draw(&run, prepared, clips_in_row(rows, i, &run, clips), k == 1);                                \
      }                                                                                                  \
    }                                                                                                    \
  }

// The starts of the left, the full and the right part of a row, and the end.
typedef struct {
  int starts[4];
} RowRuns;

INLINE RowRuns row_runs(const GlazeBoxRows *rows, int i) {
  GlazeRowPart p = glaze_row_part(rows->outer, i);
  int full = p.fullEnd - p.fullStart;
  if (p.visibleStart >= p.visibleEnd) return (RowRuns){};
  // The full part begins and ends between blocks, where it can.
  int start = blocks_over(p.visibleStart, p.fullStart);
  int end = p.fullEnd < p.visibleEnd ? blocks_within(start, p.fullEnd) : p.fullEnd;
  if (end - start < GlazeShortestRun && full < p.visibleEnd - p.visibleStart)
    return (RowRuns){{p.visibleStart, p.visibleEnd, p.visibleEnd, p.visibleEnd}};
  return (RowRuns){{p.visibleStart, start, end, p.visibleEnd}};
}

INLINE GlazeRun run_in_row(const GlazeSurface *surface, const GlazeBoxRows *rows, int i, int start, int end) {
  ptrdiff_t row = rows->row + i;
  return (GlazeRun){.row = surface->pixels ? surface->pixels + row * surface->width : NULL,
                    .planes = surface->planes ? surface->planes + row * 4 * surface->stride : NULL,
                    .stride = surface->stride, .width = surface->width, .start = start, .end = end,
                    .y = (float)row + 0.5f, .isGeneral = rows->isGeneral};
}

// The clips to evaluate: none where they cover everything.
INLINE GlazeClips clips_in_row(const GlazeBoxRows *rows, int i, const GlazeRun *run, GlazeClips clips) {
  bool isClear = run->start >= rows->limits->fullStart[i] && run->end <= rows->limits->fullEnd[i];
  return isClear ? (GlazeClips){NULL, 0} : clips;
}
