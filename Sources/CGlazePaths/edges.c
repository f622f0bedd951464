// From polygons to edges inside the window.
#include "edges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Makes room as Swift's arrays do: running out of memory ends the process.
static void *grow(void *buffer, int64_t count, size_t size) {
  void *larger = realloc(buffer, (size_t)count * size);
  if (larger == NULL) abort();
  return larger;
}

GlazePathScratch *glaze_path_scratch_create(void) {
  GlazePathScratch *scratch = calloc(1, sizeof(GlazePathScratch));
  if (scratch == NULL) abort();
  return scratch;
}

void glaze_path_scratch_destroy(GlazePathScratch *scratch) {
  free(scratch->edges);
  free(scratch->heads);
  free(scratch->backdrop);
  free(scratch->pieces);
  free(scratch->spare);
  free(scratch->bands);
  free(scratch->steps);
  free(scratch->turns);
  free(scratch);
}

void reserve_window(GlazePathScratch *s, int32_t width, int32_t height) {
  if (s->rowCapacity < height + 1) {
    s->rowCapacity = height + 1;
    s->heads = grow(s->heads, s->rowCapacity, sizeof(int32_t));
    s->backdrop = grow(s->backdrop, s->rowCapacity, sizeof(int32_t));
  }
  memset(s->heads, 0xFF, (size_t)(height + 1) * sizeof(int32_t));
  memset(s->backdrop, 0, (size_t)(height + 1) * sizeof(int32_t));
  // An edge on the right border spills into the three columns behind it.
  if (s->columnCapacity < width + 3) {
    s->columnCapacity = width + 3;
    s->steps = grow(s->steps, s->columnCapacity, sizeof(float));
    memset(s->steps, 0, (size_t)s->columnCapacity * sizeof(float));
    s->turns = grow(s->turns, 16 * (int64_t)s->columnCapacity, sizeof(int32_t));
  }
  s->edgeCount = 0;
}

void reserve_pieces(GlazePathScratch *s, int32_t count) {
  if (s->pieceCapacity >= count) return;
  s->pieceCapacity = count > 64 ? count + count / 2 : 64;
  s->pieces = grow(s->pieces, s->pieceCapacity, sizeof(Piece));
  s->spare = grow(s->spare, s->pieceCapacity, sizeof(Piece));
  s->bands = grow(s->bands, s->pieceCapacity, sizeof(Piece));
}

static void append_edge(GlazePathScratch *s, Edge edge) {
  if (s->edgeCount == s->edgeCapacity) {
    s->edgeCapacity = s->edgeCapacity < 512 ? 1024 : s->edgeCapacity * 2;
    s->edges = grow(s->edges, s->edgeCapacity, sizeof(Edge));
  }
  int32_t row = (int32_t)edge.y0;
  edge.next = s->heads[row];
  s->heads[row] = s->edgeCount;
  s->edges[s->edgeCount++] = edge;
}

static void append_upright(GlazePathScratch *s, float x, float y0, float y1, int32_t sign) {
  if (y0 < y1) append_edge(s, (Edge){.x0 = x, .y0 = y0, .x1 = x, .y1 = y1, .sign = sign});
}

/// Adds an edge outside of the window. What it does to whole rows needs no edge.
static void append_outside(
  GlazePathScratch *s, bool isLeft, float border, float y0, float y1, int32_t sign)
{
  float top = ceilf(y0), bottom = floorf(y1);
  if (top >= bottom) {
    // At most one border of rows lies between: the parts on its two sides.
    float middle = top <= y1 ? greatest(top, y0) : y1;
    append_upright(s, border, y0, middle, sign);
    append_upright(s, border, middle, y1, sign);
    return;
  }
  append_upright(s, border, y0, top, sign);
  append_upright(s, border, bottom, y1, sign);
  if (isLeft) {
    s->backdrop[(int32_t)top] += sign;
    s->backdrop[(int32_t)bottom] -= sign;
  }
}

/// Adds a part that lies on one side of each border.
static void append_part(
  GlazePathScratch *s, float width, double x0, float y0, double x1, float y1, int32_t sign)
{
  if (y0 >= y1) return;
  if (x0 <= 0 && x1 <= 0) return append_outside(s, true, 0, y0, y1, sign);
  if (x0 >= width && x1 >= width) return append_outside(s, false, width, y0, y1, sign);
  append_edge(
    s, (Edge){
         .x0 = (float)x0, .y0 = y0, .x1 = (float)x1, .y1 = y1,
         .slope = (float)((x1 - x0) / ((double)y1 - (double)y0)), .sign = sign});
}

/// Adds an edge that covers nothing, but across which the winding differs above and below.
static void append_level(GlazePathScratch *s, float width, double x0, double x1, float y) {
  float a = (float)fmin(fmax(x0, 0), width), b = (float)fmin(fmax(x1, 0), width);
  // On the border of two rows, or inside one column, it separates nothing.
  if (y == floorf(y) || floorf(a) == floorf(b)) return;
  append_edge(s, (Edge){.x0 = a, .y0 = y, .x1 = b, .y1 = y});
}

void append_segment(
  GlazePathScratch *s, float width, float height, double x0, double top, double x1, double bottom)
{
  // Rounded first, so that edges which meet also meet after all the cuts below.
  float y0 = (float)fmin(fmax(top, -1e9), 1e9), y1 = (float)fmin(fmax(bottom, -1e9), 1e9);
  if (y0 == y1) {
    if (y0 > 0 && y0 < height) append_level(s, width, x0, x1, y0);
    return;
  }
  int32_t sign = 1;
  if (y0 > y1) {
    sign = -1;
    float y = y0;
    y0 = y1;
    y1 = y;
    double x = x0;
    x0 = x1;
    x1 = x;
  }
  if (y1 <= 0 || y0 >= height) return;
  double slope = (x1 - x0) / ((double)y1 - (double)y0);
  if (y0 < 0) {
    x0 -= slope * y0;
    y0 = 0;
  }
  if (y1 > height) {
    x1 = x0 + slope * ((double)height - y0);
    y1 = height;
  }
  // Cut where it passes the borders, in the order that it meets them.
  double borders[2] = {x0 < x1 ? 0 : width, x0 < x1 ? width : 0};
  double xa = x0;
  float ya = y0;
  for (int32_t i = 0; i < 2; i++) {
    double border = borders[i];
    if (!((xa < border && x1 > border) || (xa > border && x1 < border))) continue;
    float y = (float)(y0 + (border - x0) / slope);
    y = least(greatest(y, ya), y1);
    append_part(s, width, xa, ya, border, y, sign);
    xa = border;
    ya = y;
  }
  append_part(s, width, xa, ya, x1, y1, sign);
}
