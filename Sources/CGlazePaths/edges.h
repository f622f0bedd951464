// Edges, and room for them.
#pragma once
#include "sweep.h"

/// Makes room for the rows and columns of a window and empties it.
void reserve_window(GlazePathScratch *scratch, int32_t width, int32_t height);

/// Makes room for the pieces of one row.
void reserve_pieces(GlazePathScratch *scratch, int32_t count);

/// Adds the part of a segment that matters to a window; coordinates begin at its corner.
void append_segment(
  GlazePathScratch *scratch, float width, float height, double x0, double y0, double x1,
  double y1);
