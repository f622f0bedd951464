// Declarations that all files share.
#pragma once
#include "CGlazePaths.h"

// All processors must give the same bits, also those that multiply and add in one instruction.
#pragma STDC FP_CONTRACT OFF

/// A corner of an outline, relative to the corner of the window.
typedef struct Corner {
  float x, y;
} Corner;

/// A part of an outline inside the window that runs only down or only up, followed from above.
typedef struct Chain {
  int32_t corner, last;   // the corner that was reached, and the lowest one
  int32_t sign;           // 1 down, -1 up: the order of the corners; 0 for a level edge
  int32_t row;            // the row that it has reached
  int32_t next;           // the next chain that begins in the same strip, or -1
  float x, y;             // the position in this row
  float edgeX, edgeY;     // the end of its edge there, relative to the corner of the window
  float slope;            // of this edge: columns for each row
  float steepness;        // the inverse, never negative
} Chain;

/// A chain inside one row.
typedef struct Passage {
  int32_t next;           // the next passage of the same row, or -1
  int32_t sign;
  int32_t first, end;     // columns
  int32_t leg, legCount;
  float height;           // of all legs
  float low, high;        // x
} Passage;

/// A straight part of a chain inside one row; it is never level.
typedef struct Leg {
  float xa, ya;           // above
  float xb, yb;           // below
} Leg;

/// A leg as an independent piece.
typedef struct Piece {
  float key;              // the sort key
  int32_t sign;
  Leg leg;
} Piece;

/// The most passages that are examined again for every run, rather than sorted.
enum { FEW_PASSAGES = 24 };

/// The passages of a row, if there are few, as arrays of numbers, so that eight are examined at a time.
typedef struct FewPassages {
  int32_t first[FEW_PASSAGES], end[FEW_PASSAGES];  // columns
  int32_t spans[FEW_PASSAGES];                     // -1 when the chain spans the row, else 0
  float change[FEW_PASSAGES];                      // the change of the winding, by height
} FewPassages;

/// Some rows in which all chains are followed before the rows are written.
typedef struct Strip {
  int32_t top, end;       // rows
  int32_t stride;         // columns of a row in the buffers
  int32_t words;          // of a row's bits
} Strip;

struct GlazePathScratch {
  Corner *corners;        // of all chains, in the order of the outlines
  int32_t cornerCount, cornerCapacity;
  Chain *chains;
  int32_t chainCount, chainCapacity;
  int32_t *heads;         // for each strip the first chain that begins there, or -1
  int32_t *backdrop;      // for each row, how the winding at the left side differs from the row above
  int32_t rowCapacity;
  int32_t *active;        // the chains that continue from the strip above
  int32_t *continuing;    // of the same size: those that continue below
  int32_t activeCount, activeCapacity;
  Passage *passages;      // of the current strip
  int32_t passageCount, passageCapacity;
  int32_t *passing;       // the passages of the current row
  int32_t *open;          // those that reach a column; of the same size
  uint64_t *order;        // of the same size: the first columns, with the numbers of passages
  uint64_t *otherOrder;   // of the same size, for sorting
  int32_t passingCount, passingCapacity;
  FewPassages few;        // the same passages, followed by up to eight that nothing reaches
  Leg *legs;              // of the current strip
  int32_t legCount, legCapacity;
  Piece *pieces;          // of one run, or of a crowded row
  Piece *spare;           // of the same size, for sorting
  Piece *bands;           // of the same size
  int32_t pieceCapacity;
  // For each row of a strip:
  float *steps;           // for each column, the change of coverage from the column to its left
  uint64_t *once;         // a bit for each column that a chain touches
  uint64_t *twice;        // a bit for each column that more chains touch
  int32_t *rows;          // the last passage that was added, or -1
  bool *overlaps;         // whether more chains touch a column
  int32_t stepCapacity, bitCapacity, stripCapacity;
  int32_t *turns;         // for each sixteenth of a column, how the winding changes; crowded rows only
  int32_t columnCapacity;
};

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float greatest(float a, float b) { return a > b ? a : b; }
static inline bool is_inside(int32_t winding, bool evenOdd) {
  return evenOdd ? (winding & 1) != 0 : winding != 0;
}

/// The position of a leg at a height inside of it.
static inline float x_at(const Leg *leg, float y) {
  return leg->xa + (leg->xb - leg->xa) * ((y - leg->ya) / (leg->yb - leg->ya));
}

/// The corner of a chain after the one that it has reached.
static inline int32_t next_corner(const Chain *chain) {
  return chain->last < chain->corner ? chain->corner - 1 : chain->corner + 1;
}

/// Begins the edge of a chain below the corner that it has reached; false at the end of the chain.
static inline bool begin_edge(const GlazePathScratch *s, Chain *chain, int32_t corner) {
  chain->corner = corner;
  if (corner == chain->last) return false;
  Corner from = s->corners[corner], to = s->corners[next_corner(chain)];
  // Of a level edge the slope is not needed, and of an upright one the steepness.
  float run = to.x - from.x, height = to.y - from.y;
  chain->edgeX = to.x;
  chain->edgeY = to.y;
  chain->slope = run / greatest(height, 1e-9f);
  chain->steepness = height / greatest(greatest(run, -run), 1e-9f);
  return true;
}

/// The column of the pixel that contains a coordinate that is not negative.
static inline int32_t column_at(float x) { return (int32_t)x; }

/// The column to the left of a coordinate: on the border of two pixels, the left one.
static inline int32_t column_before(float x) {
  int32_t column = (int32_t)x;
  return (float)column < x ? column : column - 1;
}

/// Reserves capacity for the rows of a strip, and for the numbers of all chains.
void reserve_strip(GlazePathScratch *scratch, const Strip *strip);

/// Reserves capacity for passages, for those of one row, for legs, and for pieces.
void reserve_passages(GlazePathScratch *scratch, int32_t count);
void reserve_passing(GlazePathScratch *scratch, int32_t count);
void reserve_legs(GlazePathScratch *scratch, int32_t count);
void reserve_pieces(GlazePathScratch *scratch, int32_t count);

/// Empties a window, and adds the chains of its outlines.
void add_polygons(GlazePathScratch *scratch, GlazePolygons polygons, GlazePathWindow window);

/// Covers a window with the chains that were added: the versions for any processor of the architecture and
/// for those with AVX2.
void baseline_cover(
  GlazePathScratch *scratch, GlazePathWindow window, bool evenOdd, uint8_t *mask);
void avx2_cover(GlazePathScratch *scratch, GlazePathWindow window, bool evenOdd, uint8_t *mask);

/// Multiplies masks, in the same versions.
void baseline_multiply(
  uint8_t *mask, int64_t width, int64_t height, const uint8_t *other, int64_t otherWidth);
void avx2_multiply(
  uint8_t *mask, int64_t width, int64_t height, const uint8_t *other, int64_t otherWidth);
