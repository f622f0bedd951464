// Clusters in which edges overlap, meet or cross.
#include "sweep.h"

#include <string.h>

enum {
  MOST_PIECES = 48,       // larger clusters are approximated
  MOST_CROSSINGS = 400,   // behind them bands are cut by height only
  DENSE_BANDS = 16,
  MOST_DENSE = 1024,      // with more pieces than this a pixel is noise: 4 bands
};

/// A piece that crosses the current band.
typedef struct Strand {
  float top, bottom;    // x at the borders of the band
  float slope;          // of x per row
  float last, end;      // x and y where the piece ends
  int32_t sign;
} Strand;

typedef struct Band {
  float top, bottom;
  float end;            // of the strand that ends first
  Strand strands[MOST_PIECES];
  int32_t count;
} Band;

/// Closer than this is touching, in pixels.
static const float slack = 1e-4f;

/// Strands that cross in a band are taken in the order of its middle where the area that this may
/// misplace is no more than a quarter of this: a 256th of a pixel.
static const float small_area = 1.0f / 64;

/// A height inside of which crossings may be overlooked.
static const float low_band = 1.0f / 64;

/// Puts a strand behind those that begin left of it; of those that begin in one point, behind those
/// that go further left.
static void insert_strand(Band *band, const Strand *new) {
  Strand moved = *new;
  int32_t j = band->count++;
  for (; j > 0; j--) {
    const Strand *before = &band->strands[j - 1];
    if (before->top < moved.top - slack) break;
    if (before->top <= moved.top + slack && before->slope <= moved.slope) break;
    band->strands[j] = *before;
  }
  band->strands[j] = moved;
  band->end = least(band->end, moved.end);
}

static void insert_piece(Band *band, const Piece *p) {
  float height = p->yb - p->ya;
  Strand strand = {
    .top = p->xa, .slope = (p->xb - p->xa) / height, .last = p->xb, .end = p->yb,
    .sign = p->sign};
  insert_strand(band, &strand);
}

/// Finds where strands leave the band; returns whether they are in order in its middle.
static bool find_bottoms(Band *band) {
  float height = band->bottom - band->top, before = -1e9f;
  bool isOrdered = true;
  for (int32_t i = 0; i < band->count; i++) {
    Strand *s = &band->strands[i];
    s->bottom = s->end <= band->bottom ? s->last : s->top + s->slope * height;
    float middle = s->top + s->bottom;
    isOrdered &= before <= middle;
    before = middle;
  }
  return isOrdered;
}

/// Ends the band at its first crossing; false when it has none to speak of.
static bool end_at_crossing(Band *band) {
  float first = 2, height = band->bottom - band->top;
  float smallest = greatest(slack, small_area / height);
  for (int32_t i = 0; i + 1 < band->count; i++) {
    const Strand *s = &band->strands[i], *t = s + 1;
    float after = s->bottom - t->bottom;
    // The first crossing of all is always one of neighbours.
    if (after <= smallest) continue;
    float before = greatest(t->top - s->top, 0);
    first = least(first, before / (before + after));
  }
  if (first > 1) return false;
  // Some progress, however closely crossings follow each other.
  float bottom = band->top + greatest(first * height, 1.0f / 65536);
  if (bottom >= band->bottom) return false;
  band->bottom = bottom;
  return true;
}

/// Sorts by x in the middle, where crossings too close to its borders make no difference.
static void sort_by_middle(Band *band) {
  for (int32_t i = 1; i < band->count; i++) {
    Strand moved = band->strands[i];
    float middle = moved.top + moved.bottom;
    int32_t j = i;
    for (; j > 0 && band->strands[j - 1].top + band->strands[j - 1].bottom > middle; j--) {
      band->strands[j] = band->strands[j - 1];
    }
    band->strands[j] = moved;
  }
}

/// Adds the areas beside the strands that separate inside from outside, and goes on to the next band:
/// what ends goes, what remains begins where it was.
static bool leave_band(float *steps, Band *band, int32_t winding, bool evenOdd) {
  bool inside = is_inside(winding, evenOdd), found = false;
  float height = band->bottom - band->top;
  int32_t count = band->count;
  band->count = 0;
  band->end = 2;
  for (int32_t i = 0; i < count; i++) {
    Strand s = band->strands[i];
    winding += s.sign;
    bool now = is_inside(winding, evenOdd);
    if (now != inside) {
      inside = now;
      found = true;
      add_area(steps, s.top, s.bottom, now ? height : -height);
    }
    if (s.end <= band->bottom) continue;
    s.top = s.bottom;
    insert_strand(band, &s);
  }
  band->top = band->bottom;
  return found;
}

/// Sweeps down through pieces that are sorted by where they begin.
static bool add_exactly(
  float *steps, const Piece *const *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  Band band;
  band.count = 0;
  band.end = 2;
  int32_t next = 0, crossings = 0;
  bool found = false;
  while (next < count || band.count > 0) {
    if (band.count == 0) band.top = pieces[next]->ya;
    while (next < count && pieces[next]->ya <= band.top) insert_piece(&band, pieces[next++]);
    band.bottom = least(band.end, next < count ? pieces[next]->ya : 1);
    bool isOrdered = find_bottoms(&band);
    if (crossings == MOST_CROSSINGS) {
      band.bottom = least(band.bottom, band.top + low_band);
      isOrdered = find_bottoms(&band);
    } else if (end_at_crossing(&band)) {
      crossings++;
      isOrdered = find_bottoms(&band);
    }
    if (!isOrdered) sort_by_middle(&band);
    found |= leave_band(steps, &band, winding, evenOdd);
  }
  return found;
}

static float x_at(const Piece *p, float y) {
  if (y <= p->ya) return p->xa;
  if (y >= p->yb) return p->xb;
  float x = p->xa + (p->xb - p->xa) * ((y - p->ya) / (p->yb - p->ya));
  return least(greatest(x, p->key), p->high);
}

/// Adds the areas of bands of equal height, each with the edges that cross its middle.
static bool add_densely(
  GlazePathScratch *scratch, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  Piece *parts = scratch->bands;
  int32_t bandCount = count > MOST_DENSE ? DENSE_BANDS / 4 : DENSE_BANDS;
  float height = 1.0f / (float)bandCount;
  bool found = false;
  for (int32_t band = 0; band < bandCount; band++) {
    float top = (float)band * height, middle = top + 0.5f * height;
    int32_t partCount = 0;
    for (int32_t i = 0; i < count; i++) {
      const Piece *p = &pieces[i];
      if (p->ya > middle || p->yb <= middle) continue;
      float x = x_at(p, middle);
      Piece part = {.key = x, .xa = x_at(p, top), .xb = x_at(p, top + height), .sign = p->sign};
      parts[partCount++] = part;
    }
    sort_pieces(parts, partCount, scratch->spare);
    bool inside = is_inside(winding, evenOdd);
    int32_t around = winding;
    for (int32_t i = 0; i < partCount; i++) {
      around += parts[i].sign;
      bool now = is_inside(around, evenOdd);
      if (now == inside) continue;
      inside = now;
      found = true;
      add_area(scratch->steps, parts[i].xa, parts[i].xb, now ? height : -height);
    }
  }
  return found;
}

void add_crowd(GlazePathScratch *s, int32_t count, int32_t width, int32_t winding, bool evenOdd) {
  enum { BANDS = 8, PARTS = 16 };
  for (int32_t band = 0; band < BANDS; band++) {
    float middle = ((float)band + 0.5f) / BANDS;
    memset(s->turns, 0, (size_t)(PARTS * width + 1) * sizeof(int32_t));
    for (int32_t i = 0; i < count; i++) {
      const Piece *p = &s->pieces[i];
      if (p->ya > middle || p->yb <= middle) continue;
      int32_t part = (int32_t)(x_at(p, middle) * PARTS + 0.5f);
      s->turns[part < PARTS * width ? part : PARTS * width] += p->sign;
    }
    int32_t around = winding;
    for (int32_t x = 0; x < width; x++) {
      int32_t inside = 0;
      for (int32_t k = 0; k < PARTS; k++) {
        around += s->turns[x * PARTS + k];
        inside += is_inside(around, evenOdd);
      }
      s->steps[x] += (float)inside;
    }
  }
}

bool add_cluster(
  GlazePathScratch *scratch, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  const Piece *upright[MOST_PIECES];
  int32_t uprightCount = 0;
  for (int32_t i = 0; i < count; i++) {
    const Piece *p = &pieces[i];
    if (p->sign == 0 || p->yb <= p->ya) continue;
    if (uprightCount == MOST_PIECES) {
      return add_densely(scratch, pieces, count, winding, evenOdd);
    }
    int32_t j = uprightCount++;
    for (; j > 0 && upright[j - 1]->ya > p->ya; j--) upright[j] = upright[j - 1];
    upright[j] = p;
  }
  return add_exactly(scratch->steps, upright, uprightCount, winding, evenOdd);
}
