// Bands of edges that overlap, meet or cross. Included inside cover.h.
enum {
  MOST_PIECES = 48,       // larger clusters are approximated
  MOST_CROSSINGS = 400,   // beyond them bands are cut by height only
  DENSE_BANDS = 16,
  MOST_DENSE = 1024,      // with more pieces than this, a pixel is noise: 4 bands suffice
};

/// A piece that crosses the current band.
typedef struct Line {
  float top, bottom;    // x at the borders of the band
  float slope;          // of x per row
  float last, end;      // x and y of the piece's end
  int32_t sign;
} Line;

typedef struct Band {
  float top, bottom;
  float end;            // the end of the strand that ends first
  Line lines[MOST_PIECES];
  int32_t count;
} Band;

/// The distance below which strands touch, in pixels.
static const float slack = 1e-4f;

/// Strands that cross in a band are ordered by its middle where the area that this may misplace is at most a
/// quarter of this: a 256th of a pixel.
static const float small_area = 1.0f / 64;

/// The height inside of which crossings may be ignored.
static const float low_band = 1.0f / 64;

/// Inserts a strand after those that begin to the left of it; among those that begin at one point, after
/// those that run further left.
static void insert_line(Band *band, const Line *new) {
  Line moved = *new;
  int32_t j = band->count++;
  for (; j > 0; j--) {
    const Line *before = &band->lines[j - 1];
    if (before->top < moved.top - slack) break;
    if (before->top <= moved.top + slack && before->slope <= moved.slope) break;
    band->lines[j] = *before;
  }
  band->lines[j] = moved;
  band->end = least(band->end, moved.end);
}

static void insert_piece(Band *band, const Piece *p) {
  Leg leg = p->leg;
  Line line = {
    .top = leg.xa, .slope = (leg.xb - leg.xa) / (leg.yb - leg.ya), .last = leg.xb, .end = leg.yb,
    .sign = p->sign};
  insert_line(band, &line);
}

/// Finds where strands leave the band; returns whether they are in order at its middle.
static bool find_bottoms(Band *band) {
  float height = band->bottom - band->top, before = -1e9f;
  bool isOrdered = true;
  for (int32_t i = 0; i < band->count; i++) {
    Line *s = &band->lines[i];
    // The end of the piece is the limit, since the slope of a nearly level piece is infinite.
    float bottom = greatest(
      least(s->top + s->slope * height, greatest(s->top, s->last)), least(s->top, s->last));
    s->bottom = s->end <= band->bottom ? s->last : bottom;
    float middle = s->top + s->bottom;
    isOrdered &= before <= middle;
    before = middle;
  }
  return isOrdered;
}

/// Ends the band at its first crossing; false when it has no significant one.
static bool end_at_crossing(Band *band) {
  float first = 2, height = band->bottom - band->top;
  float smallest = greatest(slack, small_area / height);
  for (int32_t i = 0; i + 1 < band->count; i++) {
    const Line *s = &band->lines[i], *t = s + 1;
    float after = s->bottom - t->bottom;
    // The first of all crossings is always one of neighbors.
    if (after <= smallest) continue;
    float before = greatest(t->top - s->top, 0);
    first = least(first, before / (before + after));
  }
  if (first > 1) return false;
  // The band has a minimum height, however close crossings are to each other.
  float bottom = band->top + greatest(first * height, 1.0f / 65536);
  if (bottom >= band->bottom) return false;
  band->bottom = bottom;
  return true;
}

/// Sorts by x at the middle, where crossings too close to its borders make no difference.
static void sort_by_middle(Band *band) {
  for (int32_t i = 1; i < band->count; i++) {
    Line moved = band->lines[i];
    float middle = moved.top + moved.bottom;
    int32_t j = i;
    for (; j > 0 && band->lines[j - 1].top + band->lines[j - 1].bottom > middle; j--) {
      band->lines[j] = band->lines[j - 1];
    }
    band->lines[j] = moved;
  }
}

/// Adds the areas next to the strands that separate inside from outside, and proceeds to the next band: ended
/// strands are removed, and the others continue.
static void leave_band(float *steps, Band *band, int32_t winding, bool evenOdd) {
  bool inside = is_inside(winding, evenOdd);
  float height = band->bottom - band->top;
  int32_t count = band->count;
  band->count = 0;
  band->end = 2;
  for (int32_t i = 0; i < count; i++) {
    Line s = band->lines[i];
    winding += s.sign;
    bool now = is_inside(winding, evenOdd);
    if (now != inside) {
      inside = now;
      add_area(steps, s.top, s.bottom, now ? height : -height);
    }
    if (s.end <= band->bottom) continue;
    s.top = s.bottom;
    insert_line(band, &s);
  }
  band->top = band->bottom;
}

/// Sweeps down through pieces that are sorted by their start.
static void add_exactly(
  float *steps, const Piece *const *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  Band band;
  band.count = 0;
  band.end = 2;
  int32_t next = 0, crossings = 0;
  while (next < count || band.count > 0) {
    if (band.count == 0) band.top = pieces[next]->leg.ya;
    while (next < count && pieces[next]->leg.ya <= band.top) insert_piece(&band, pieces[next++]);
    band.bottom = least(band.end, next < count ? pieces[next]->leg.ya : 1);
    bool isOrdered = find_bottoms(&band);
    if (crossings == MOST_CROSSINGS) {
      band.bottom = least(band.bottom, band.top + low_band);
      isOrdered = find_bottoms(&band);
    } else if (end_at_crossing(&band)) {
      crossings++;
      isOrdered = find_bottoms(&band);
    }
    if (!isOrdered) sort_by_middle(&band);
    leave_band(steps, &band, winding, evenOdd);
  }
}

static float x_within(const Leg *leg, float y) {
  if (y <= leg->ya) return leg->xa;
  if (y >= leg->yb) return leg->xb;
  return x_at(leg, y);
}

/// Adds the areas of bands of equal height, each with the edges that cross its middle.
static void add_densely(
  GlazePathScratch *scratch, float *steps, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  Piece *parts = scratch->bands;
  int32_t bandCount = count > MOST_DENSE ? DENSE_BANDS / 4 : DENSE_BANDS;
  float height = 1.0f / (float)bandCount;
  for (int32_t band = 0; band < bandCount; band++) {
    float top = (float)band * height, middle = top + 0.5f * height;
    int32_t partCount = 0;
    for (int32_t i = 0; i < count; i++) {
      const Piece *p = &pieces[i];
      if (p->leg.ya > middle || p->leg.yb <= middle) continue;
      float x = x_at(&p->leg, middle);
      parts[partCount++] = (Piece){
        .key = x, .sign = p->sign,
        .leg = {.xa = x_within(&p->leg, top), .xb = x_within(&p->leg, top + height)}};
    }
    sort_pieces(parts, partCount, scratch->spare);
    bool inside = is_inside(winding, evenOdd);
    int32_t around = winding;
    for (int32_t i = 0; i < partCount; i++) {
      around += parts[i].sign;
      bool now = is_inside(around, evenOdd);
      if (now == inside) continue;
      inside = now;
      add_area(steps, parts[i].leg.xa, parts[i].leg.xb, now ? height : -height);
    }
  }
}

/// Counts, for every column, how many of 128 points lie inside. Pieces need not be sorted.
static void add_crowd(
  GlazePathScratch *s, float *steps, int32_t count, int32_t width, int32_t winding, bool evenOdd)
{
  enum { BANDS = 8, PARTS = 16 };
  for (int32_t band = 0; band < BANDS; band++) {
    float middle = ((float)band + 0.5f) / BANDS;
    memset(s->turns, 0, (size_t)(PARTS * width + 1) * sizeof(int32_t));
    for (int32_t i = 0; i < count; i++) {
      const Piece *p = &s->pieces[i];
      if (p->leg.ya > middle || p->leg.yb <= middle) continue;
      int32_t part = (int32_t)(x_at(&p->leg, middle) * PARTS + 0.5f);
      s->turns[part < PARTS * width ? part : PARTS * width] += p->sign;
    }
    int32_t around = winding;
    for (int32_t x = 0; x < width; x++) {
      int32_t inside = 0;
      for (int32_t k = 0; k < PARTS; k++) {
        around += s->turns[x * PARTS + k];
        inside += is_inside(around, evenOdd);
      }
      steps[x] += (float)inside;
    }
  }
}

/// Adds the areas of edges that may overlap and cross, band by band.
static void add_cluster(
  GlazePathScratch *scratch, float *steps, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  const Piece *upright[MOST_PIECES];
  int32_t uprightCount = 0;
  for (int32_t i = 0; i < count; i++) {
    const Piece *p = &pieces[i];
    if (p->sign == 0) continue;
    if (uprightCount == MOST_PIECES) {
      return add_densely(scratch, steps, pieces, count, winding, evenOdd);
    }
    int32_t j = uprightCount++;
    for (; j > 0 && upright[j - 1]->leg.ya > p->leg.ya; j--) upright[j] = upright[j - 1];
    upright[j] = p;
  }
  add_exactly(steps, upright, uprightCount, winding, evenOdd);
}
