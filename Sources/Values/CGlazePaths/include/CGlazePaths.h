// Coverage of filled polygons, exact to the area inside every pixel.
//
// A sweep from row to row maintains the chains of edges that cross the row. The area to the right of each
// edge, with its direction, is added to its columns; the sum from the left is the mean winding of each pixel.
// Where at most one chain touches a pixel, its winding takes at most two adjacent values, and the mean is the
// coverage. Runs of pixels that more chains touch are covered again: in each of sixteen levels of the row the
// chains are in some order, which determines those that separate inside from outside. Those add their exact
// areas, cut where one replaces another. Where the levels do not show that, edges are cut at all their ends
// and crossings into bands, in each of which they are in order. Only with very many edges in a run, the bands
// have equal heights, and rows of more than 32 edges per pixel are covered by points.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The buffers that are reused from one outline to the next.
typedef struct GlazePathScratch GlazePathScratch;

/// Creates buffers, which grow with the outlines.
GlazePathScratch *glaze_path_scratch_create(void);

/// Frees the buffers.
void glaze_path_scratch_destroy(GlazePathScratch *scratch);

/// Closed polygons in pixels, y down.
typedef struct GlazePolygons {
  const double *points;   // alternating x and y; finite
  const int32_t *ends;    // for each polygon the number of points up to its end
  int32_t count;          // of polygons
  int32_t first;          // index of the first polygon's point; those before belong to others
} GlazePolygons;

/// The area in which coverage is wanted, in pixels.
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
