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
    // An edge that ends on the border of the rows ends above it.
    if (above.yb < 1) continue;
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

/// Pieces that share pixels, directly or through others.
typedef struct Cluster {
  const Piece *pieces;
  int32_t count;
  int32_t down, up;       // how many pieces of each direction
  int32_t first, last;    // columns
  float sum;              // of the heights, with their signs
} Cluster;

/// Takes the next cluster from sorted pieces.
static Cluster next_cluster(const Piece *pieces, int32_t count, int32_t end) {
  Cluster c = {.pieces = pieces, .first = column_at(pieces[0].key)};
  // Pieces on the right border belong to the last column.
  if (c.first > end) c.first = end;
  c.last = c.first;
  do {
    const Piece *p = &pieces[c.count++];
    // An outline that passes the border of two columns in a vertex joins them. An edge that spans
    // the row meets the border at most where the row ends.
    bool spans = p->ya == 0 && p->yb == 1;
    int32_t reach = spans ? column_before(p->high) : column_at(p->high);
    if (reach > c.last) c.last = reach < end ? reach : end;
    c.sum += (float)p->sign * (p->yb - p->ya);
    c.down += p->sign > 0;
    c.up += p->sign < 0;
  } while (c.count < count && (column_at(pieces[c.count].key) <= c.last || c.last == end));
  return c;
}

/// Whether the winding is the same on both sides of a cluster, and its two edges do not cross.
static bool is_there_and_back(const Cluster *c) {
  if (c->down != 1 || c->up != 1) return false;
  const Piece *p = NULL, *q = NULL;
  for (int32_t i = 0; i < c->count; i++) {
    if (c->pieces[i].sign > 0) p = &c->pieces[i];
    if (c->pieces[i].sign < 0) q = &c->pieces[i];
  }
  return p->ya == q->ya && p->yb == q->yb && (p->xa - q->xa) * (p->xb - q->xb) >= 0;
}

/// The direction of the leftmost of two edges that do not cross.
static int32_t left_sign(const Cluster *c) {
  const Piece *left = NULL;
  for (int32_t i = 0; i < c->count; i++) {
    const Piece *p = &c->pieces[i];
    if (p->sign != 0 && (left == NULL || p->xa + p->xb < left->xa + left->xb)) left = p;
  }
  return left->sign;
}

/// Adds the areas of a cluster; false when all of it is as its left side.
static bool add_pieces(GlazePathScratch *s, const Cluster *c, int32_t winding, bool evenOdd) {
  int32_t step;
  // Left and right of the cluster the winding is the same at all heights, and so is the difference.
  // Edges of one direction that add up to one therefore cross every height exactly once.
  if ((c->down == 0 || c->up == 0) && fabsf(c->sum) > 0.5f && fabsf(c->sum) < 1.5f) {
    step = c->down == 0 ? -1 : 1;
  } else if (is_there_and_back(c)) {
    step = left_sign(c);
  } else {
    return add_cluster(s, c->pieces, c->count, winding, evenOdd);
  }
  bool before = is_inside(winding, evenOdd), after = is_inside(winding + step, evenOdd);
  if (before == after) return false;
  float weight = (float)((after ? 1 : -1) * step);
  for (int32_t i = 0; i < c->count; i++) {
    const Piece *p = &c->pieces[i];
    add_area(s->steps, p->xa, p->xb, weight * (float)p->sign * (p->yb - p->ya));
  }
  return true;
}

static uint8_t byte_of(float coverage) {
  return (uint8_t)(least(greatest(coverage, 0), 1) * 255 + 0.5f);
}

/// Turns the steps of the columns `first...last` into bytes, and clears them.
static void write_columns(float *steps, Row *row, int32_t first, int32_t last, bool inside) {
  float coverage = inside ? 1 : 0;
  for (int32_t x = first; x <= last; x++) {
    coverage += steps[x];
    steps[x] = 0;
    row->bytes[x] = byte_of(coverage);
  }
  steps[last + 1] = 0;
  steps[last + 2] = 0;
}

/// Writes a cluster of one edge that crosses the row inside one column, as most clusters are;
/// false for any other.
static bool write_single(
  Row *row, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd)
{
  const Piece *p = pieces;
  int32_t column = column_at(p->key);
  bool isSingle = p->yb - p->ya == 1 && p->high <= (float)(column + 1) && column < row->width
    && (count == 1 || column_at(pieces[1].key) > column);
  if (!isSingle) return false;
  bool before = is_inside(winding, evenOdd), after = is_inside(winding + p->sign, evenOdd);
  if (before == after) return true;
  end_run(row, column, before);
  float left = 0.5f * (p->xa + p->xb) - (float)column;
  row->bytes[column] = byte_of(before ? left : 1 - left);
  row->runBegin = column + 1;
  return true;
}

/// Writes a row whose pieces are sorted.
static void write_row(
  GlazePathScratch *s, Row *row, int32_t count, int32_t winding, bool evenOdd)
{
  for (int32_t i = 0; i < count;) {
    if (write_single(row, s->pieces + i, count - i, winding, evenOdd)) {
      winding += s->pieces[i++].sign;
      continue;
    }
    Cluster c = next_cluster(s->pieces + i, count - i, row->width - 1);
    bool inside = is_inside(winding, evenOdd);
    if (add_pieces(s, &c, winding, evenOdd)) {
      end_run(row, c.first, inside);
      write_columns(s->steps, row, c.first, c.last, inside);
      row->runBegin = c.last + 1;
    }
    // The sum is whole but for rounding.
    winding += (int32_t)(c.sum + (c.sum < 0 ? -0.5f : 0.5f));
    i += c.count;
  }
  end_run(row, row->width, is_inside(winding, evenOdd));
}

static void write_crowded_row(
  GlazePathScratch *s, Row *row, int32_t count, int32_t winding, bool evenOdd)
{
  add_crowd(s, count, row->width, winding, evenOdd);
  for (int32_t x = 0; x < row->width; x++) {
    row->bytes[x] = byte_of(s->steps[x] / 128);
    s->steps[x] = 0;
  }
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
    if (is_crowded(count, window.width)) {
      write_crowded_row(s, &row, count, winding, evenOdd);
    } else {
      sort_pieces(s->pieces, count, s->spare);
      write_row(s, &row, count, winding, evenOdd);
    }
    if (solid != NULL) {
      solid[2 * y] = row.solidBegin;
      solid[2 * y + 1] = row.solidEnd;
    }
  }
}
