// Coverage of filled polygons, exact to the area inside every pixel.
//
// A sweep from row to row keeps the chains of edges that cross the row. The area to the right of each
// edge, with its direction, is added to its columns; the sum from the left is the mean winding of each
// pixel. Where no more than one chain touches a pixel, its winding takes two neighboring values at
// most, and the mean is the coverage. Runs of pixels that more chains touch are covered again: in
// sixteen levels of the row the chains are in some order, which tells those that separate inside from
// outside. Those add their exact areas, cut where one takes the place of another. Where that is not to
// be seen from the levels, edges are cut at all their ends and crossings into bands, each in order.
// Only of very many edges in a run the bands are of equal height, and rows of more than 32 edges a
// pixel are covered by points.
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
  int32_t first;          // point of the first polygon; those before are others'
} GlazePolygons;

/// Where coverage is wanted, in pixels.
typedef struct GlazePathWindow {
  double x, y;            // of the upper left corner of the mask
  int32_t width, height;
} GlazePathWindow;

/// Writes the coverage of every pixel of the window.
///
/// `mask` has `height` rows of `width` bytes.
void glaze_path_cover(
  GlazePathScratch *scratch, GlazePolygons polygons, GlazePathWindow window, bool evenOdd,
  uint8_t *mask);
