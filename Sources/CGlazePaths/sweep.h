// What the files of the sweep share.
#pragma once
#include "CGlazePaths.h"

/// An edge that runs down, inside the window in x, with its direction kept apart.
typedef struct Edge {
  float x0, y0, x1, y1;
  float slope;      // of x per row
  int32_t sign;     // 1 down, -1 up, 0 for an edge that lies inside a row and only joins columns
  int32_t next;     // that begins in the same row, or -1
} Edge;

/// The part of an edge inside one row; y is 0...1 from the row's top.
typedef struct Piece {
  float key;        // what is sorted by: the least x
  float high;       // the greatest x
  float xa, ya;     // above
  float xb, yb;     // below
  int32_t sign;
  int32_t edge;
} Piece;

struct GlazePathScratch {
  Edge *edges;
  int32_t edgeCount, edgeCapacity;
  int32_t *heads;       // for each row the last edge added that begins there, or -1
  int32_t *backdrop;    // for each row, how the winding at the left side differs from the row above
  int32_t rowCapacity;
  Piece *pieces;        // of the current row
  Piece *spare;         // as large: for sorting, and for dense clusters
  int32_t pieceCapacity;
  Piece *bands;         // as large
  float *steps;         // for each column, what coverage gains against the column to its left
  int32_t *turns;       // for each sixteenth of a column, how the winding changes; crowded rows only
  int32_t columnCapacity;
};

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float greatest(float a, float b) { return a > b ? a : b; }
static inline bool is_inside(int32_t winding, bool evenOdd) {
  return evenOdd ? (winding & 1) != 0 : winding != 0;
}

/// Sorts by key. `spare` must hold as many.
void sort_pieces(Piece *pieces, int32_t count, Piece *spare);

/// The column of the pixel in which a coordinate that is not negative lies.
static inline int32_t column_at(float x) { return (int32_t)x; }

/// The column left of a coordinate: on the border of two pixels the left one.
static inline int32_t column_before(float x) {
  int32_t column = (int32_t)x;
  return (float)column < x ? column : column - 1;
}

/// Adds the area to the right of an edge that runs through several columns.
void add_wide_area(float *steps, float left, float right, float height);

/// Adds the area to the right of an edge of the given height; negative takes it away.
static inline void add_area(float *steps, float xa, float xb, float height) {
  float left = least(xa, xb), right = greatest(xa, xb);
  int32_t column = column_at(left);
  if (right > (float)(column + 1)) return add_wide_area(steps, left, right, height);
  float beyond = height * (0.5f * (left + right) - (float)column);
  steps[column] += height - beyond;
  steps[column + 1] += beyond;
}

/// Whether a row has so many pieces that no pixel of it can show them.
static inline bool is_crowded(int32_t count, int32_t width) {
  return count > 4096 && count / 32 > width;
}

/// Sums up, for every column, how many of 128 points lie inside. Pieces need not be sorted.
void add_crowd(
  GlazePathScratch *scratch, int32_t count, int32_t width, int32_t winding, bool evenOdd);

/// Adds the areas of a cluster whose edges may overlap and cross; false when nothing of it is an
/// edge of the shape.
bool add_cluster(
  GlazePathScratch *scratch, const Piece *pieces, int32_t count, int32_t winding, bool evenOdd);
