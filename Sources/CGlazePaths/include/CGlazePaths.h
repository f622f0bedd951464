// Coverage of filled polygons, exact to the area inside every pixel.
//
// A sweep from row to row keeps the edges that cross the row, sorted by x. Pieces of edges that share
// pixels form a cluster; between clusters the winding number is one integer for the whole height of
// the row, so whole runs are filled at once and edges inside of other shapes cost nothing more.
// In a cluster that one outline crosses once, signed areas are summed. Everywhere else the cluster is
// cut at all its vertices and crossings into bands; in a band the edges are ordered, and only those
// that separate inside from outside count. Both ways are exact. Only a cluster of very many pieces
// is approximated: by 16 bands of equal height, and a row of more than 32 pieces a pixel by points.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Buffers that are kept from one outline to the next.
typedef struct GlazePathScratch GlazePathScratch;

/// Makes buffers; they grow with the outlines that they serve.
GlazePathScratch *glaze_path_scratch_create(void);

/// Frees the buffers.
void glaze_path_scratch_destroy(GlazePathScratch *scratch);

/// Closed polygons in pixels, y down.
typedef struct GlazePolygons {
  const double *points;   // x, y by turns; finite
  const int32_t *ends;    // for each polygon the number of points up to its end
  int32_t count;          // of polygons
} GlazePolygons;

/// Where coverage is wanted, in pixels.
typedef struct GlazePathWindow {
  double x, y;            // of the upper left corner of the mask
  int32_t width, height;
} GlazePathWindow;

/// Writes the coverage of every pixel of the window.
///
/// `mask` has `height` rows of `width` bytes. `solid` receives for each row begin and end of its
/// longest run of full coverage; it may be null.
void glaze_path_cover(
  GlazePathScratch *scratch, GlazePolygons polygons, GlazePathWindow window, bool evenOdd,
  uint8_t *mask, int32_t *solid);
