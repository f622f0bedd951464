// From polygons to chains inside the window.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sweep.h"

/// Grows a buffer as Swift's arrays do: running out of memory ends the process.
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
  free(scratch->corners);
  free(scratch->chains);
  free(scratch->heads);
  free(scratch->backdrop);
  free(scratch->active);
  free(scratch->continuing);
  free(scratch->passages);
  free(scratch->passing);
  free(scratch->open);
  free(scratch->order);
  free(scratch->otherOrder);
  free(scratch->legs);
  free(scratch->pieces);
  free(scratch->spare);
  free(scratch->bands);
  free(scratch->steps);
  free(scratch->once);
  free(scratch->twice);
  free(scratch->rows);
  free(scratch->overlaps);
  free(scratch->turns);
  free(scratch);
}

int64_t glaze_path_scratch_bytes(const GlazePathScratch *s) {
  int64_t bytes = s->cornerCapacity * (int64_t)sizeof(Corner) + s->chainCapacity * (int64_t)sizeof(Chain);
  bytes += s->rowCapacity * 2 * (int64_t)sizeof(int32_t);
  bytes += s->activeCapacity * 2 * (int64_t)sizeof(int32_t) + s->passageCapacity * (int64_t)sizeof(Passage);
  bytes += s->passingCapacity * 2 * (int64_t)(sizeof(int32_t) + sizeof(uint64_t));
  bytes += s->legCapacity * (int64_t)sizeof(Leg) + s->pieceCapacity * 3 * (int64_t)sizeof(Piece);
  bytes += s->stepCapacity * (int64_t)sizeof(float) + s->bitCapacity * 2 * (int64_t)sizeof(uint64_t);
  bytes += s->stripCapacity * (int64_t)(sizeof(int32_t) + sizeof(bool));
  return bytes + s->columnCapacity * 16 * (int64_t)sizeof(int32_t);
}

static void reserve_window(GlazePathScratch *s, int32_t width, int32_t height) {
  if (s->rowCapacity < height + 1) {
    s->rowCapacity = height + 1;
    s->heads = grow(s->heads, s->rowCapacity, sizeof(int32_t));
    s->backdrop = grow(s->backdrop, s->rowCapacity, sizeof(int32_t));
  }
  memset(s->backdrop, 0, (size_t)(height + 1) * sizeof(int32_t));
  if (s->columnCapacity < width) {
    s->columnCapacity = width;
    s->turns = grow(s->turns, 16 * (int64_t)width + 1, sizeof(int32_t));
  }
  s->cornerCount = 0;
  s->chainCount = 0;
}

void reserve_strip(GlazePathScratch *s, const Strip *strip) {
  int32_t rows = strip->end - strip->top;
  if (s->stepCapacity < rows * strip->stride) {
    s->stepCapacity = rows * strip->stride;
    s->steps = grow(s->steps, s->stepCapacity, sizeof(float));
    memset(s->steps, 0, (size_t)s->stepCapacity * sizeof(float));
  }
  if (s->bitCapacity < rows * strip->words) {
    s->bitCapacity = rows * strip->words;
    s->once = grow(s->once, s->bitCapacity, sizeof(uint64_t));
    s->twice = grow(s->twice, s->bitCapacity, sizeof(uint64_t));
  }
  s->activeCount = 0;
  if (s->activeCapacity < s->chainCount) {
    s->activeCapacity = s->chainCapacity;
    s->active = grow(s->active, s->activeCapacity, sizeof(int32_t));
    s->continuing = grow(s->continuing, s->activeCapacity, sizeof(int32_t));
  }
  if (s->stripCapacity < rows) {
    s->stripCapacity = rows;
    s->rows = grow(s->rows, rows, sizeof(int32_t));
    s->overlaps = grow(s->overlaps, rows, sizeof(bool));
  }
}

void reserve_passages(GlazePathScratch *s, int32_t count) {
  if (s->passageCapacity >= count) return;
  s->passageCapacity = count > 64 ? count + count / 2 : 64;
  s->passages = grow(s->passages, s->passageCapacity, sizeof(Passage));
}

void reserve_passing(GlazePathScratch *s, int32_t count) {
  if (s->passingCapacity >= count) return;
  s->passingCapacity = count > 64 ? count + count / 2 : 64;
  s->passing = grow(s->passing, s->passingCapacity, sizeof(int32_t));
  s->open = grow(s->open, s->passingCapacity, sizeof(int32_t));
  s->order = grow(s->order, s->passingCapacity, sizeof(uint64_t));
  s->otherOrder = grow(s->otherOrder, s->passingCapacity, sizeof(uint64_t));
}

void reserve_legs(GlazePathScratch *s, int32_t count) {
  if (s->legCapacity >= count) return;
  s->legCapacity = count > 64 ? count + count / 2 : 64;
  s->legs = grow(s->legs, s->legCapacity, sizeof(Leg));
}

void reserve_pieces(GlazePathScratch *s, int32_t count) {
  if (s->pieceCapacity >= count) return;
  s->pieceCapacity = count > 64 ? count + count / 2 : 64;
  s->pieces = grow(s->pieces, s->pieceCapacity, sizeof(Piece));
  s->spare = grow(s->spare, s->pieceCapacity, sizeof(Piece));
  s->bands = grow(s->bands, s->pieceCapacity, sizeof(Piece));
}

static void reserve_corners(GlazePathScratch *s, int64_t count) {
  if (s->cornerCapacity >= count) return;
  s->cornerCapacity = (int32_t)(count > 512 ? count + count / 2 : 1024);
  s->corners = grow(s->corners, s->cornerCapacity, sizeof(Corner));
}

// MARK: Chains

/// An outline that is being cut where it turns up or down.
typedef struct Pen {
  GlazePathScratch *scratch;
  int32_t first;          // corner of the chain
  int32_t sign;           // of the chain; 0 until an edge that is not level
} Pen;

/// Adds the chain of the corners `first...last`.
static void add_chain(GlazePathScratch *s, int32_t first, int32_t last, int32_t sign) {
  int32_t top = sign < 0 ? last : first, bottom = sign < 0 ? first : last;
  Corner corner = s->corners[top];
  int32_t row = (int32_t)corner.y;
  // A level edge on the border of two rows does not separate anything.
  if (first == last || (sign == 0 && corner.y == (float)row)) return;
  if (s->chainCount == s->chainCapacity) {
    s->chainCapacity = s->chainCapacity < 128 ? 256 : s->chainCapacity * 2;
    s->chains = grow(s->chains, s->chainCapacity, sizeof(Chain));
  }
  s->chains[s->chainCount] = (Chain){
    .last = bottom, .sign = sign, .row = row, .x = corner.x, .y = corner.y - (float)row};
  begin_edge(s, &s->chains[s->chainCount++], top);
}

/// Ends the chain.
static void lift(Pen *pen) {
  if (pen->scratch->cornerCount > pen->first) {
    add_chain(pen->scratch, pen->first, pen->scratch->cornerCount - 1, pen->sign);
  }
}

/// Begins a chain; the capacity is sufficient.
static void move_to(Pen *pen, Corner corner) {
  GlazePathScratch *s = pen->scratch;
  lift(pen);
  pen->first = s->cornerCount;
  pen->sign = 0;
  s->corners[s->cornerCount++] = corner;
}

/// Adds a corner; the capacity is sufficient.
static inline void line_to(Pen *pen, Corner corner) {
  GlazePathScratch *s = pen->scratch;
  float y = s->corners[s->cornerCount - 1].y;
  int32_t sign = (corner.y > y) - (corner.y < y);
  if (sign != 0 && sign != pen->sign) {
    // The last corner belongs to both chains.
    if (pen->sign != 0) {
      add_chain(s, pen->first, s->cornerCount - 1, pen->sign);
      pen->first = s->cornerCount - 1;
    }
    pen->sign = sign;
  }
  s->corners[s->cornerCount++] = corner;
}

// MARK: Outlines that leave the window

/// The parts of a segment inside the window, from above.
typedef struct Parts {
  Corner corners[20];     // two for each part
  int32_t count;          // of corners
} Parts;

static void append_part(Parts *parts, float x0, float y0, float x1, float y1) {
  if (y0 >= y1) return;
  parts->corners[parts->count++] = (Corner){x0, y0};
  parts->corners[parts->count++] = (Corner){x1, y1};
}

/// Adds an edge outside of the window. Its effect on whole rows does not need an edge.
static void append_outside(
  GlazePathScratch *s, Parts *parts, bool isLeft, float border, float y0, float y1, int32_t sign)
{
  float top = ceilf(y0), bottom = floorf(y1);
  // At most one border of rows lies between them.
  if (top >= bottom) return append_part(parts, border, y0, border, y1);
  append_part(parts, border, y0, border, top);
  append_part(parts, border, bottom, border, y1);
  if (isLeft) {
    s->backdrop[(int32_t)top] += sign;
    s->backdrop[(int32_t)bottom] -= sign;
  }
}

/// Adds a part that lies on one side of each border.
static void append_clipped(
  GlazePathScratch *s, Parts *parts, float width, double x0, float y0, double x1, float y1,
  int32_t sign)
{
  if (y0 >= y1) return;
  if (x0 <= 0 && x1 <= 0) return append_outside(s, parts, true, 0, y0, y1, sign);
  if (x0 >= width && x1 >= width) {
    return append_outside(s, parts, false, width, y0, y1, sign);
  }
  append_part(parts, (float)x0, y0, (float)x1, y1);
}

/// Continues at the current point, or begins at another one.
static void draw(Pen *pen, Corner from, Corner to) {
  GlazePathScratch *s = pen->scratch;
  bool joins = s->cornerCount > pen->first && s->corners[s->cornerCount - 1].x == from.x
    && s->corners[s->cornerCount - 1].y == from.y;
  reserve_corners(s, s->cornerCount + 2);
  if (!joins) move_to(pen, from);
  line_to(pen, to);
}

/// Draws the part of a segment that affects a window.
static void draw_segment(
  Pen *pen, float width, float height, double x0, double top, double x1, double bottom)
{
  // The coordinates are rounded first, so that edges which meet also meet after all the cuts below.
  float y0 = (float)fmin(fmax(top, -1e9), 1e9), y1 = (float)fmin(fmax(bottom, -1e9), 1e9);
  if (y0 == y1) {
    // A level segment covers nothing, but the windings above and below it differ.
    float a = (float)fmin(fmax(x0, 0), width), b = (float)fmin(fmax(x1, 0), width);
    if (y0 > 0 && y0 < height && a != b) draw(pen, (Corner){a, y0}, (Corner){b, y0});
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
  // The segment is cut where it crosses the borders, in the order in which it meets them.
  Parts parts = {.count = 0};
  double borders[2] = {x0 < x1 ? 0 : width, x0 < x1 ? width : 0};
  double xa = x0;
  float ya = y0;
  for (int32_t i = 0; i < 2; i++) {
    double border = borders[i];
    if (!((xa < border && x1 > border) || (xa > border && x1 < border))) continue;
    float y = (float)(y0 + (border - x0) / slope);
    y = least(greatest(y, ya), y1);
    append_clipped(pen->scratch, &parts, width, xa, ya, border, y, sign);
    xa = border;
    ya = y;
  }
  append_clipped(pen->scratch, &parts, width, xa, ya, x1, y1, sign);
  // The parts are added in the direction of the outline, so that chains continue.
  for (int32_t i = 0; i < parts.count; i += 2) {
    if (sign > 0) {
      draw(pen, parts.corners[i], parts.corners[i + 1]);
    } else {
      draw(pen, parts.corners[parts.count - 1 - i], parts.corners[parts.count - 2 - i]);
    }
  }
}

// MARK: Polygons

/// Whether a whole polygon lies inside the window, and the highest of its corners.
static bool is_within(
  const double *points, int32_t count, const GlazePathWindow *window, int32_t *highest)
{
  double left = window->x, right = window->x + window->width;
  double top = window->y, bottom = window->y + window->height;
  double y = INFINITY;
  bool isWithin = true;
  for (int32_t i = 0; i < count; i++) {
    double px = points[2 * i], py = points[2 * i + 1];
    isWithin &= px >= left && px <= right && py >= top && py <= bottom;
    if (py < y) {
      y = py;
      *highest = i;
    }
  }
  return isWithin;
}

static void add_polygon(
  GlazePathScratch *s, const double *points, int32_t count, const GlazePathWindow *window)
{
  Pen pen = {.scratch = s, .first = s->cornerCount};
  double left = window->x, top = window->y;
  int32_t highest = 0;
  bool isWithin = is_within(points, count, window, &highest);
  // The loop begins at the highest corner, where a chain begins in any case.
  int32_t k = highest;
  if (isWithin) {
    reserve_corners(s, s->cornerCount + (int64_t)count + 1);
    for (int32_t i = 0; i <= count; i++) {
      Corner corner = {(float)(points[2 * k] - left), (float)(points[2 * k + 1] - top)};
      if (i == 0) {
        move_to(&pen, corner);
      } else {
        line_to(&pen, corner);
      }
      if (++k == count) k = 0;
    }
  } else {
    float width = (float)window->width, height = (float)window->height;
    for (int32_t i = 0; i < count; i++) {
      int32_t from = k;
      if (++k == count) k = 0;
      draw_segment(
        &pen, width, height, points[2 * from] - left, points[2 * from + 1] - top,
        points[2 * k] - left, points[2 * k + 1] - top);
    }
  }
  lift(&pen);
}

void add_polygons(GlazePathScratch *s, GlazePolygons polygons, GlazePathWindow window) {
  reserve_window(s, window.width, window.height);
  int32_t begin = polygons.first;
  for (int32_t i = 0; i < polygons.count; i++) {
    int32_t end = polygons.ends[i];
    if (end > begin) {
      add_polygon(s, polygons.points + 2 * (int64_t)begin, end - begin, &window);
    }
    begin = end;
  }
}
