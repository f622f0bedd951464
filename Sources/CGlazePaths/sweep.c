// The sweep from row to row.
#include "edges.h"

#include <math.h>
#include <string.h>

/// A row of the mask while it is written.
typedef struct Row {
  uint8_t *bytes;
  int32_t width;
  int32_t runBegin;                 // where the run of one winding began
  int32_t solidBegin, solidEnd;     // the longest run of full coverage
} Row;

static Piece piece_of(const Edge *e, int32_t index, float row, float xa) {
  Piece p = {.xa = xa, .sign = e->sign, .edge = index};
  p.ya = greatest(e->y0 - row, 0);
  if (e->y1 <= row + 1) {
    p.yb = e->y1 - row;
    p.xb = e->x1;
  } else {
    p.yb = 1;
    float x = e->x0 + e->slope * (row + 1 - e->y0);
    p.xb = least(greatest(x, least(e->x0, e->x1)), greatest(e->x0, e->x1));
  }
  p.key = least(p.xa, p.xb);
  p.high = greatest(p.xa, p.xb);
  return p;
}

/// Replaces the pieces of the row above by those of this row; returns how many.
static int32_t advance(GlazePathScratch *s, int32_t count, int32_t row) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    Piece above = s->pieces[i];
    const Edge *e = &s->edges[above.edge];
    if (e->y1 > (float)row) s->pieces[kept++] = piece_of(e, above.edge, (float)row, above.xb);
  }
  for (int32_t i = s->heads[row]; i >= 0; i = s->edges[i].next) {
    reserve_pieces(s, kept + 1);
    s->pieces[kept++] = piece_of(&s->edges[i], i, (float)row, s->edges[i].x0);
  }
  return kept;
}

static void end_run(Row *row, int32_t end, bool inside) {
  if (!inside || end <= row->runBegin) return;
  memset(row->bytes + row->runBegin, 255, (size_t)(end - row->runBegin));
  if (end - row->runBegin > row->solidEnd - row->solidBegin) {
    row->solidBegin = row->runBegin;
    row->solidEnd = end;
  }
}

/// How the winding number changes inside of a cluster.
typedef enum Kind { ONE_STEP, THERE_AND_BACK, TANGLED } Kind;

/// Returns what can be said of a cluster at little cost.
static Kind kind_of(const Piece *pieces, int32_t count, float sum) {
  const Piece *first = NULL, *second = NULL;
  int32_t down = 0, up = 0;
  for (int32_t i = 0; i < count; i++) {
    const Piece *p = &pieces[i];
    if (p->sign == 0) continue;
    if (p->sign > 0) down++; else up++;
    if (first == NULL) first = p; else second = p;
  }
  // Left and right of the cluster the winding is the same at all heights, and so is the difference.
  // Edges of one direction that add up to one therefore cross every height exactly once.
  if (down == 0 || up == 0) return fabsf(sum) > 0.5f && fabsf(sum) < 1.5f ? ONE_STEP : TANGLED;
  if (down != 1 || up != 1) return TANGLED;
  if (first->ya != second->ya || first->yb != second->yb) return TANGLED;
  float above = first->xa - second->xa, below = first->xb - second->xb;
  return above * below >= 0 ? THERE_AND_BACK : TANGLED;
}

/// Adds the areas of a cluster; false when all of it is as its left side.
static bool add_pieces(
  GlazePathScratch *s, const Piece *pieces, int32_t count, int32_t winding, float sum,
  bool evenOdd)
{
  Kind kind = kind_of(pieces, count, sum);
  if (kind == TANGLED) return add_cluster(s, pieces, count, winding, evenOdd);
  int32_t step = 0;
  const Piece *left = NULL;
  for (int32_t i = 0; i < count; i++) {
    const Piece *p = &pieces[i];
    if (p->sign != 0 && (left == NULL || p->xa + p->xb < left->xa + left->xb)) left = p;
  }
  if (left != NULL) step = left->sign;
  bool before = is_inside(winding, evenOdd), after = is_inside(winding + step, evenOdd);
  if (before == after) return false;
  float weight = (float)((after ? 1 : -1) * step);
  for (int32_t i = 0; i < count; i++) {
    const Piece *p = &pieces[i];
    if (p->sign == 0) continue;
    add_area(s->steps, p->xa, p->xb, weight * (float)p->sign * (p->yb - p->ya));
  }
  return true;
}

/// Turns the steps of the columns `first...last` into bytes, and clears them.
static void write_columns(float *steps, Row *row, int32_t first, int32_t last, bool inside) {
  float coverage = inside ? 1 : 0;
  for (int32_t x = first; x <= last; x++) {
    coverage += steps[x];
    steps[x] = 0;
    row->bytes[x] = (uint8_t)(least(greatest(coverage, 0), 1) * 255 + 0.5f);
  }
  steps[last + 1] = 0;
  steps[last + 2] = 0;
}

/// Writes a row whose pieces are sorted.
static void write_row(
  GlazePathScratch *s, Row *row, int32_t count, int32_t winding, bool evenOdd)
{
  const Piece *pieces = s->pieces;
  int32_t end = row->width - 1;
  for (int32_t i = 0; i < count;) {
    int32_t first = (int32_t)pieces[i].key;
    if (first > end) first = end;
    int32_t last = first, j = i;
    float sum = 0;
    // A cluster: pieces that share pixels, directly or through others.
    while (j < count && (j == i || (int32_t)pieces[j].key <= last)) {
      int32_t reach = (int32_t)ceilf(pieces[j].high) - 1;
      if (reach > last) last = reach;
      if (last > end) last = end;
      sum += (float)pieces[j].sign * (pieces[j].yb - pieces[j].ya);
      j++;
      if (last == end) {
        // Pieces on the right border belong to the last column.
        for (; j < count; j++) sum += (float)pieces[j].sign * (pieces[j].yb - pieces[j].ya);
      }
    }
    bool inside = is_inside(winding, evenOdd);
    bool hasEdge = add_pieces(s, pieces + i, j - i, winding, sum, evenOdd);
    winding += (int32_t)lrintf(sum);
    if (hasEdge) {
      end_run(row, first, inside);
      write_columns(s->steps, row, first, last, inside);
      row->runBegin = last + 1;
    }
    i = j;
  }
  end_run(row, row->width, is_inside(winding, evenOdd));
}

void glaze_path_cover(
  GlazePathScratch *s, GlazePolygons polygons, GlazePathWindow window, bool evenOdd,
  uint8_t *mask, int32_t *solid)
{
  float width = (float)window.width, height = (float)window.height;
  reserve_window(s, window.width, window.height);
  reserve_pieces(s, 64);
  int32_t begin = 0;
  for (int32_t i = 0; i < polygons.count; i++) {
    int32_t end = polygons.ends[i];
    if (end > begin) {
      const double *p = polygons.points + 2 * (int64_t)(end - 1);
      double x0 = p[0] - window.x, y0 = p[1] - window.y;
      for (int32_t k = begin; k < end; k++) {
        p = polygons.points + 2 * (int64_t)k;
        double x1 = p[0] - window.x, y1 = p[1] - window.y;
        append_segment(s, width, height, x0, y0, x1, y1);
        x0 = x1;
        y0 = y1;
      }
    }
    begin = end;
  }
  int32_t count = 0, winding = 0;
  for (int32_t y = 0; y < window.height; y++) {
    Row row = {.bytes = mask + (int64_t)y * window.width, .width = window.width};
    memset(row.bytes, 0, (size_t)window.width);
    winding += s->backdrop[y];
    count = advance(s, count, y);
    sort_pieces(s->pieces, count, s->spare);
    write_row(s, &row, count, winding, evenOdd);
    if (solid != NULL) {
      solid[2 * y] = row.solidBegin;
      solid[2 * y + 1] = row.solidEnd;
    }
  }
}
