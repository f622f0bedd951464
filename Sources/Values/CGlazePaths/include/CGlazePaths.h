// Coverage of filled polygons, exact to the area inside every pixel.
//
// Each chain of edges that run down, or up, is followed from row to row. The area to the right of each edge, with
// its direction, is added to its columns; the sum from the left is the mean winding of each pixel.
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

/// The size of the buffers in bytes.
int64_t glaze_path_scratch_bytes(const GlazePathScratch *scratch);

/// The largest deviation of a chord from its curve, in pixels.
///
/// Corners are moved outward by two thirds of it, so that the mean area is correct: the remaining error is
/// about 4 of 255 levels at an edge.
#define GLAZE_PATH_TOLERANCE 0.05

/// The distance of the near plane from the camera, where that of the plane's origin is about 1.
#define GLAZE_PATH_NEAR_PLANE 1e-4

/// The buffers in which the outlines of paths are found, reused from one to the next.
typedef struct GlazeOutliner GlazeOutliner;

/// Creates buffers, which grow with the outlines.
GlazeOutliner *glaze_outliner_create(void);

/// Frees the buffers.
void glaze_outliner_destroy(GlazeOutliner *outliner);

/// The size of the buffers in bytes.
int64_t glaze_outliner_bytes(const GlazeOutliner *outliner);

/// A path: verbs with the raw values of CGPathElementType, and the points of all of them.
typedef struct GlazePathElements {
  const uint8_t *verbs;
  const double *points;   // alternating x and y; finite
  int64_t count;          // of verbs
} GlazePathElements;

/// The map from the plane of a path to pixels; see `Homography`.
typedef struct GlazePathMap {
  double xx, xy, xw, yx, yy, yw, wx, wy, ww;
  bool isAffine;
} GlazePathMap;

/// How a path is drawn as a line, in units of its plane.
typedef struct GlazePathLine {
  double width;           // nothing is drawn unless it is above 0 and finite
  int32_t cap, join;      // raw values of CGLineCap and CGLineJoin
  double miterLimit;
  double scale;           // pixels per unit where it is the same everywhere, otherwise 0
  bool isSeenWhole;       // whether no part outside of the window may be simplified
} GlazePathLine;

/// The polygons of a path, in buffers of the outliner that the next path overwrites.
typedef struct GlazePathOutline {
  const double *points;   // alternating x and y
  const int32_t *ends;    // for each polygon the number of points up to its end
  int64_t pointCount, count;
  double minX, minY, maxX, maxY;
  double crossings;       // the number of pixels that edges cross inside the window, approximately
  bool isWithin;          // whether all points lie inside the window
  bool isCut;             // whether there would be too many points; then there are none
} GlazePathOutline;

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

/// Finds the outlines of a filled path; open subpaths are closed.
///
/// Curves are subdivided after the mapping, so that a curve is smooth at any scale and in any perspective. The
/// part behind the near plane is clipped before the division. Outside of the window only the winding of the
/// outlines is correct. Polygons that exceed the range of numbers are discarded, and so are all of an outline with
/// more than `mostPoints` points.
GlazePathOutline glaze_outliner_fill(
  GlazeOutliner *outliner, GlazePathElements path, const GlazePathMap *map, GlazePathWindow window,
  int64_t mostPoints);

/// Finds the outlines of the line along a path, to be filled by the non-zero rule; otherwise like
/// `glaze_outliner_fill`.
GlazePathOutline glaze_outliner_stroke(
  GlazeOutliner *outliner, GlazePathElements path, const GlazePathLine *line, const GlazePathMap *map,
  GlazePathWindow window, int64_t mostPoints);

/// The greatest number of pixels per unit of the plane at a point, over all directions.
double glaze_path_scale(GlazePathMap map, double x, double y);

/// Writes the coverage of every pixel of the window.
///
/// `mask` has `height` rows of `width` bytes.
void glaze_path_cover(
  GlazePathScratch *scratch, GlazePolygons polygons, GlazePathWindow window, bool evenOdd,
  uint8_t *mask);

/// Multiplies the coverage of every pixel of a mask by that of a part of another one, whose rows have `otherWidth`
/// bytes; 255 is 1.
void glaze_path_multiply(
  uint8_t *mask, int64_t width, int64_t height, const uint8_t *other, int64_t otherWidth);
