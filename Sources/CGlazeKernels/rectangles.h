// Boxes that are no more than rectangles, many of them and small. Included inside kernels.h.

// MARK: Finding them

INLINE bool is_finite(const BoxInstance *box) {
  const vec4 *words = (const vec4 *)box;
  vec4 sum = 0.0f;
  for (size_t i = 0; i < sizeof(BoxInstance) / sizeof(vec4); i++) sum += words[i] * 0.0f;
  return sum.x == 0.0f && sum.y == 0.0f && sum.z == 0.0f && sum.w == 0.0f;
}

INLINE float lesser(float a, float b) { return a < b ? a : b; }
INLINE float greater(float a, float b) { return a > b ? a : b; }

// The first pixel whose centre is not before a place, of 0...limit.
INLINE int32_t first_centre(float place, int32_t limit) {
  float limited = greater(lesser(place - 0.5f, (float)limit), 0.0f);
  int32_t truncated = (int32_t)limited;
  return (float)truncated < limited ? truncated + 1 : truncated;
}

INLINE bool is_upright(const BoxInstance *box) {
  vec4 a = box->quad01, b = box->quad23;
  bool isAcross = a.y == a.w && a.z == b.x && b.y == b.w && b.z == a.x;
  bool isDown = a.x == a.z && a.w == b.y && b.x == b.z && b.w == a.y;
  const RoundedBox *s = &box->shape;
  return (isAcross || isDown) && s->rowX.y == 0.0f && s->rowY.x == 0.0f && s->rowW.x == 0.0f
      && s->rowW.y == 0.0f && s->rowW.z > 0.0f;
}

INLINE bool is_plain(const BoxInstance *box) {
  vec4 c = box->shape.corners;
  return box->params.z == 0.0f && !(box->params.x > 0.0f) && !(c.x > 0.0f) && !(c.y > 0.0f)
      && !(c.z > 0.0f) && !(c.w > 0.0f);
}

// Coverage by columns in the first four lanes, and by rows in the last four, in the operations of
// `coverage_of`.
INLINE f8 overlaps(const RoundedBox *s, i8 pixels) {
  float inverse = 1.0f / s->rowW.z;
  float rightX = s->rowX.x * inverse, downY = s->rowY.y * inverse;
  float scaleX = 1.0f / __builtin_sqrtf(rightX * rightX);
  float scaleY = 1.0f / __builtin_sqrtf(downY * downY);
  int bits = s->extent.z >= 0.0f && s->extent.z < 16.0f ? (int)s->extent.z : 0;
  float hardness[4];
  for (int i = 0; i < 4; i++) hardness[i] = bits & (1 << i) ? 0.0f : 1e6f;
  const i8 isRow = {0, 0, 0, 0, -1, -1, -1, -1};
#define EACH(x, y) select_f(isRow, splat(y), splat(x))
  f8 p = (EACH(s->rowX.x, s->rowY.y) * (to_f(pixels) + 0.5f - EACH(s->rowX.w, s->rowY.w))
          + EACH(s->rowX.z, s->rowY.z)) * inverse;
  f8 half = EACH(s->extent.x, s->extent.y), scale = EACH(scaleX, scaleY);
  return overlap((half + p) * scale + EACH(hardness[0], hardness[2]),
                 (half - p) * scale + EACH(hardness[1], hardness[3]));
#undef EACH
}

// False for what is no rectangle, or one that more than its outermost pixels are covered in part.
INLINE bool find_rectangle(const BoxInstance *box, int32_t left, int32_t right, int32_t top,
                           int32_t bottom, GlazeRectangle *r) {
  if (!is_plain(box) || !is_upright(box)) return false;
  const i8 outer = {left, left + 1, right - 2, right - 1, top, top + 1, bottom - 2, bottom - 1};
  const i8 inner = {left + 2, left + 2, right - 3, right - 3, top + 2, top + 2, bottom - 3,
                    bottom - 3};
  f8 within = overlaps(&box->shape, inner);
  if (right - left > 4 && !(within[0] == 1.0f && within[2] == 1.0f)) return false;
  if (bottom - top > 4 && !(within[4] == 1.0f && within[6] == 1.0f)) return false;
  store_floats(r->columns, overlaps(&box->shape, outer));
  r->left = (uint16_t)left;
  r->right = (uint16_t)right;
  r->top = (uint16_t)top;
  r->bottom = (uint16_t)bottom;
  r->opacity = box->params.w;
  r->color = box->fill;
  return true;
}

static void NAME(touch)(const GlazeBands *bands, const BoxInstance *boxes, int32_t count,
                        GlazeItem first, GlazeTouch *touches, GlazeRectangle *rectangles,
                        int32_t rectangle) {
  for (int32_t i = 0; i < count; i++) {
    const BoxInstance *box = &boxes[i];
    GlazeTouch touch = {{first.draw, first.instance + i}, 0, -1};
    vec4 a = box->quad01, b = box->quad23;
    int32_t top = first_centre(lesser(lesser(a.y, a.w), lesser(b.y, b.w)), bands->height);
    int32_t bottom = first_centre(greater(greater(a.y, a.w), greater(b.y, b.w)), bands->height);
    int32_t left = first_centre(lesser(lesser(a.x, a.z), lesser(b.x, b.z)), bands->width);
    int32_t right = first_centre(greater(greater(a.x, a.z), greater(b.x, b.z)), bands->width);
    if (top < bottom && left < right && is_finite(box)) {
      touch.firstBand = (top + bands->offset) / bands->bandHeight;
      touch.lastBand = (bottom - 1 + bands->offset) / bands->bandHeight;
      if (bands->hasRectangles
          && find_rectangle(box, left, right, top, bottom, &rectangles[rectangle + i]))
        touch.item = (GlazeItem){-1, rectangle + i};
    }
    touches[i] = touch;
  }
}

// MARK: Drawing them

// Coverage of eight columns from the given one on.
INLINE f8 columns_at(const GlazeRectangle *r, int32_t first) {
  i8 number = first + lane_numbers, left = r->right - r->left - number;
  f8 c = splat(1.0f);
  c = select_f(left == 2, splat(r->columns[2]), c);
  c = select_f(left == 1, splat(r->columns[3]), c);
  c = select_f(number == 1, splat(r->columns[1]), c);
  c = select_f(number == 0, splat(r->columns[0]), c);
  return select_f(left <= 0, splat(0.0f), c);
}

INLINE Sources rectangle_sources(const GlazeRectangle *r, f8 columns, float row) {
  f8 coverage = columns * row;
  coverage = (coverage + 8192.0f) - 8192.0f;
  f8 unit = coverage * (r->opacity * UNIT);
  return sources_of(r->color.x * unit, r->color.y * unit, r->color.z * unit, r->color.w * unit);
}

// Blends eight columns of some rows.
INLINE void blend_column(const GlazeRows *rows, int32_t x, int32_t top, int32_t bottom, Sources s) {
  uint32_t *row = rows->pixels + (ptrdiff_t)top * rows->width;
  if (x + 8 <= rows->width) {
    for (int32_t y = top; y < bottom; y++, row += rows->width)
      *(unaligned_u8 *)(row + x) = blend(*(unaligned_u8 *)(row + x), s);
    return;
  }
  for (int32_t y = top; y < bottom; y++, row += rows->width)
    store_pixels(row, x, rows->width, blend(load_pixels(row, x, rows->width), s));
}

// Blends rows whose coverage is the same.
INLINE void rectangle_rows(const GlazeRows *rows, const GlazeRectangle *r, int32_t top,
                           int32_t bottom, float row) {
  if (top < rows->start) top = rows->start;
  if (bottom > rows->end) bottom = rows->end;
  if (top >= bottom) return;
  int32_t width = r->right - r->left, blocks = (width + 7) / 8;
  blend_column(rows, r->left, top, bottom, rectangle_sources(r, columns_at(r, 0), row));
  int32_t block = 1;
  if (blocks > 3) {
    Sources s = rectangle_sources(r, splat(1.0f), row);
    bool isOpaque = all((i8)s.keep == 0);
    u8 pixels = blend((u8)0, s);
    for (int32_t y = top; y < bottom; y++) {
      uint32_t *p = rows->pixels + (ptrdiff_t)y * rows->width + r->left + 8;
      uint32_t *end = p + 8 * (blocks - 3);
      if (isOpaque) for (; p < end; p += 8) *(unaligned_u8 *)p = pixels;
      else for (; p < end; p += 8) *(unaligned_u8 *)p = blend(*(unaligned_u8 *)p, s);
    }
    block = blocks - 2;
  }
  for (; block < blocks; block++)
    blend_column(rows, r->left + 8 * block, top, bottom,
                 rectangle_sources(r, columns_at(r, 8 * block), row));
}

static void NAME(rectangles)(const GlazeRows *rows, const GlazeRectangle *rectangles,
                             const GlazeItem *items, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    // They are few and far between in memory, as in every band.
    if (i + 8 < count) __builtin_prefetch(&rectangles[items[i + 8].instance]);
    const GlazeRectangle *r = &rectangles[items[i].instance];
    int32_t top = r->top, bottom = r->bottom;
    rectangle_rows(rows, r, top, top + 1, r->rows[0]);
    top++;
    if (top < bottom && r->rows[1] != 1.0f) {
      rectangle_rows(rows, r, top, top + 1, r->rows[1]);
      top++;
    }
    if (top >= bottom) continue;
    rectangle_rows(rows, r, bottom - 1, bottom, r->rows[3]);
    bottom--;
    if (top < bottom && r->rows[2] != 1.0f) {
      rectangle_rows(rows, r, bottom - 1, bottom, r->rows[2]);
      bottom--;
    }
    if (top < bottom) rectangle_rows(rows, r, top, bottom, 1.0f);
  }
}
