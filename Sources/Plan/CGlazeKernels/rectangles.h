// Rectangles, many of them and small. Included inside kernels.h.

// The pixels of 0...limit that an interval touches begin with the one below its minimum, and end before the
// one above its maximum.
INLINE int32_t pixel_below(float place, int32_t limit) {
  return (int32_t)greater(lesser(place, (float)limit), 0.0f);
}

INLINE int32_t pixel_above(float place, int32_t limit) {
  float limited = greater(lesser(place, (float)limit), 0.0f);
  int32_t truncated = (int32_t)limited;
  return (float)truncated < limited ? truncated + 1 : truncated;
}

// MARK: Sorting

static void NAME(touch)(const GlazeBands *bands, const RectangleInstance *rectangles, int32_t count,
                        GlazeItem first, GlazeTouch *touches) {
  for (int32_t i = 0; i < count; i++) {
    GlazeTouch touch = {{first.draw, first.instance + i}, 0, -1};
    vec4 edges = rectangles[i].edges;
    vec4 sum = edges * 0.0f + rectangles[i].color * 0.0f;
    bool isFinite = sum.x == 0.0f && sum.y == 0.0f && sum.z == 0.0f && sum.w == 0.0f;
    int32_t top = pixel_below(edges.y, bands->height);
    int32_t bottom = pixel_above(edges.w, bands->height);
    if (isFinite && top < bottom && edges.x < edges.z) {
      touch.firstBand = (top + bands->offset) >> bands->shift;
      touch.lastBand = (bottom - 1 + bands->offset) >> bands->shift;
    }
    touches[i] = touch;
  }
}

// MARK: Drawing

// The part of a row that lies inside.
INLINE float row_coverage(vec4 edges, int32_t row) {
  float center = (float)row + 0.5f;
  float inside = lesser(center - edges.y, 0.5f) + lesser(edges.w - center, 0.5f);
  return greater(lesser(inside, 1.0f), 0.0f);
}

// The part of a block of columns that lies inside.
INLINE fvec column_coverage(vec4 edges, int32_t first) {
  fvec centers = to_f(first + lane_numbers) + 0.5f;
  return overlap(centers - edges.x, edges.z - centers);
}

INLINE Sources rectangle_sources(const GlazeSource *source, fvec columns, float row) {
  fvec coverage = columns * row;
  coverage = (coverage + 8192.0f) - 8192.0f;
  if (source->isInRange) {
    Solid solid = solid_of(source);
    return solid_sources(&solid, fade_of(coverage));
  }
  vec4 color = source->color;
  fvec unit = coverage * UNIT;
  return sources_of(color.x * unit, color.y * unit, color.z * unit, color.w * unit);
}

// Blends a block of columns of some rows.
INLINE void blend_column(const GlazeRows *rows, int32_t x, int32_t top, int32_t bottom, Sources s) {
  uint32_t *row = rows->pixels + (ptrdiff_t)top * rows->width;
  if (x + LANES <= rows->width) {
    for (int32_t y = top; y < bottom; y++, row += rows->width)
      *(unaligned_uvec *)(row + x) = blend(*(unaligned_uvec *)(row + x), s);
    return;
  }
  for (int32_t y = top; y < bottom; y++, row += rows->width)
    store_pixels(row, x, rows->width, blend(load_pixels(row, x, rows->width), s));
}

// The rows of a rectangle; all between the first and the last have the same coverage.
typedef struct {
  int32_t top, bottom;
  float first, last;  // coverage of the outermost rows; 1 where it is full
} RowSpan;

INLINE RowSpan row_span(vec4 edges, int32_t top, int32_t bottom) {
  RowSpan span = {top, bottom, row_coverage(edges, top), 1.0f};
  if (bottom - top > 1 || span.first == 1.0f) span.last = row_coverage(edges, bottom - 1);
  return span;
}

// Blends a block of columns of all rows.
INLINE void rectangle_column(const GlazeRows *rows, const GlazeSource *color, int32_t x, fvec columns,
                             RowSpan span) {
  int32_t top = span.top, bottom = span.bottom;
  if (span.first != 1.0f) {
    blend_column(rows, x, top, top + 1, rectangle_sources(color, columns, span.first));
    top++;
  }
  if (span.last != 1.0f) {
    bottom--;
    blend_column(rows, x, bottom, bottom + 1, rectangle_sources(color, columns, span.last));
  }
  if (top < bottom)
    blend_column(rows, x, top, bottom, rectangle_sources(color, columns, 1.0f));
}

// Blends rows between the first and the last block of columns, all of which have the same coverage.
INLINE void rectangle_middle(const GlazeRows *rows, const GlazeSource *color, int32_t x, int32_t blocks,
                             int32_t top, int32_t bottom, float row) {
  Sources s = rectangle_sources(color, splat(1.0f), row);
  bool isOpaque = all((ivec)s.keep == 0);
  uvec pixels = blend((uvec)0, s);
  for (int32_t y = top; y < bottom; y++) {
    uint32_t *p = rows->pixels + (ptrdiff_t)y * rows->width + x;
    uint32_t *end = p + LANES * blocks;
    if (isOpaque) for (; p < end; p += LANES) *(unaligned_uvec *)p = pixels;
    else for (; p < end; p += LANES) *(unaligned_uvec *)p = blend(*(unaligned_uvec *)p, s);
  }
}

INLINE void rectangle_interior(const GlazeRows *rows, const GlazeSource *color, int32_t x, int32_t blocks,
                               RowSpan span) {
  int32_t top = span.top, bottom = span.bottom;
  if (span.first != 1.0f) {
    rectangle_middle(rows, color, x, blocks, top, top + 1, span.first);
    top++;
  }
  if (span.last != 1.0f) {
    bottom--;
    rectangle_middle(rows, color, x, blocks, bottom, bottom + 1, span.last);
  }
  if (top < bottom) rectangle_middle(rows, color, x, blocks, top, bottom, 1.0f);
}

static void NAME(rectangles)(const GlazeRows *rows, const RectangleInstance *rectangles,
                             const GlazeItem *items, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    // There are few of them, at distant addresses, as in every band.
    if (i + 8 < count) __builtin_prefetch(&rectangles[items[i + 8].instance]);
    const RectangleInstance *r = &rectangles[items[i].instance];
    int32_t left = pixel_below(r->edges.x, rows->width);
    int32_t right = pixel_above(r->edges.z, rows->width);
    int32_t top = pixel_below(r->edges.y, rows->end);
    int32_t bottom = pixel_above(r->edges.w, rows->end);
    if (top < rows->start) top = rows->start;
    if (left >= right || top >= bottom) continue;
    RowSpan span = row_span(r->edges, top, bottom);
    GlazeSource source = glaze_source(r->color, 1.0f);
    const GlazeSource *color = &source;
    int32_t blocks = (right - left + LANES - 1) / LANES;
    rectangle_column(rows, color, left, column_coverage(r->edges, left), span);
    if (blocks > 2) rectangle_interior(rows, color, left + LANES, blocks - 2, span);
    if (blocks > 1) {
      int32_t last = left + LANES * (blocks - 1);
      rectangle_column(rows, color, last, column_coverage(r->edges, last), span);
    }
  }
}
