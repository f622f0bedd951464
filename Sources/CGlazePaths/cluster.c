// Clusters in which edges overlap, meet or cross.
#include "sweep.h"

// Larger clusters are approximated: the exact way compares all pairs.
enum { MOST_PIECES = 24, MOST_CUTS = 160, DENSE_BANDS = 16 };

static float x_at(const Piece *p, float y) {
  if (y <= p->ya) return p->xa;
  if (y >= p->yb) return p->xb;
  float x = p->xa + (p->xb - p->xa) * ((y - p->ya) / (p->yb - p->ya));
  return least(greatest(x, p->key), p->high);
}

/// Adds the areas of the edges of one band, which are sorted, that separate inside from outside.
static bool add_band(
  float *steps, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  bool inside = is_inside(winding, evenOdd), found = false;
  for (int32_t i = 0; i < count; i++) {
    const Piece *p = &pieces[i];
    winding += p->sign;
    bool now = is_inside(winding, evenOdd);
    if (now == inside) continue;
    inside = now;
    found = true;
    float height = p->yb - p->ya;
    add_area(steps, p->xa, p->xb, now ? height : -height);
  }
  return found;
}

static int32_t add_cut(float *cuts, int32_t count, float y) {
  int32_t i = count;
  while (i > 0 && cuts[i - 1] > y) i--;
  if (i > 0 && cuts[i - 1] == y) return count;
  for (int32_t j = count; j > i; j--) cuts[j] = cuts[j - 1];
  cuts[i] = y;
  return count + 1;
}

/// Returns whether two pieces cross strictly inside their common height, and where.
static bool crossing(const Piece *p, const Piece *q, float *y) {
  if (p->key >= q->high || q->key >= p->high) return false;
  float top = greatest(p->ya, q->ya), bottom = least(p->yb, q->yb);
  if (bottom <= top) return false;
  float above = x_at(p, top) - x_at(q, top), below = x_at(p, bottom) - x_at(q, bottom);
  // Closer than a thousandth of a pixel is touching.
  const float slack = 1e-3f;
  bool crosses = (above > slack && below < -slack) || (above < -slack && below > slack);
  if (crosses) *y = top + (bottom - top) * (above / (above - below));
  return crosses;
}

/// Lists the heights of all ends and crossings in order; -1 when they are too many.
static int32_t find_cuts(const Piece *pieces, int32_t count, float *cuts) {
  int32_t cutCount = 0;
  for (int32_t i = 0; i < count; i++) {
    cutCount = add_cut(cuts, cutCount, pieces[i].ya);
    cutCount = add_cut(cuts, cutCount, pieces[i].yb);
  }
  for (int32_t i = 0; i < count; i++) {
    for (int32_t j = i + 1; j < count; j++) {
      float y;
      if (!crossing(&pieces[i], &pieces[j], &y)) continue;
      if (cutCount == MOST_CUTS) return -1;
      cutCount = add_cut(cuts, cutCount, y);
    }
  }
  return cutCount;
}

/// Puts what an edge does in the band from `top` to `bottom` into `part`.
static Piece part_of(const Piece *p, float top, float bottom) {
  Piece part = *p;
  part.xa = x_at(p, top);
  part.xb = x_at(p, bottom);
  part.ya = top;
  part.yb = bottom;
  part.key = part.xa + part.xb;
  return part;
}

static bool add_exactly(
  GlazePathScratch *scratch, const Piece *pieces, int32_t count, const float *cuts,
  int32_t cutCount, int32_t winding, bool evenOdd)
{
  Piece *parts = scratch->bands;
  bool found = false;
  for (int32_t c = 0; c + 1 < cutCount; c++) {
    float top = cuts[c], bottom = cuts[c + 1], middle = 0.5f * (top + bottom);
    int32_t partCount = 0;
    for (int32_t i = 0; i < count; i++) {
      const Piece *p = &pieces[i];
      if (p->ya < middle && p->yb > middle) parts[partCount++] = part_of(p, top, bottom);
    }
    sort_pieces(parts, partCount, scratch->spare);
    found |= add_band(scratch->steps, parts, partCount, winding, evenOdd);
  }
  return found;
}

static bool add_densely(
  GlazePathScratch *scratch, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  Piece *parts = scratch->bands;
  bool found = false;
  for (int32_t band = 0; band < DENSE_BANDS; band++) {
    float top = (float)band / DENSE_BANDS, bottom = (float)(band + 1) / DENSE_BANDS;
    float middle = 0.5f * (top + bottom);
    int32_t partCount = 0;
    for (int32_t i = 0; i < count; i++) {
      const Piece *p = &pieces[i];
      if (p->ya > middle || p->yb <= middle) continue;
      Piece part = part_of(p, top, bottom);
      part.key = x_at(p, middle);
      parts[partCount++] = part;
    }
    sort_pieces(parts, partCount, scratch->spare);
    found |= add_band(scratch->steps, parts, partCount, winding, evenOdd);
  }
  return found;
}

bool add_cluster(
  GlazePathScratch *scratch, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  Piece upright[MOST_PIECES];
  float cuts[MOST_CUTS + 1];
  int32_t uprightCount = 0;
  for (int32_t i = 0; i < count; i++) {
    if (pieces[i].sign == 0) continue;
    if (uprightCount == MOST_PIECES) {
      return add_densely(scratch, pieces, count, winding, evenOdd);
    }
    upright[uprightCount++] = pieces[i];
  }
  int32_t cutCount = find_cuts(upright, uprightCount, cuts);
  if (cutCount < 0) return add_densely(scratch, pieces, count, winding, evenOdd);
  return add_exactly(scratch, upright, uprightCount, cuts, cutCount, winding, evenOdd);
}
