// The values that the CPU passes to the shaders, in one text for GLSL, C and Swift.
//
// Every member is a vec4 (or a struct of them), so that the C layout, the vertex attribute layout and the
// layout of arrays in textures are identical: an array of 16-byte words. Do not use vec3 or int: integers are stored
// in floats, exactly up to 2^24.
//
// Pixel space: the target's pixels, origin at the outer corner of the top left pixel, y down.
// Colors: sRGB encoded, premultiplied.
//
// Every packed value has a name: a constant, and a function that reads it.
#ifndef GLAZE_LAYOUT_H
#define GLAZE_LAYOUT_H

#if !defined(GL_core_profile) && !defined(GL_ES)
#include <stdbool.h>
typedef float vec4 __attribute__((ext_vector_type(4)));
#define STRUCT(name) typedef struct name name; struct name
#define FLAG static inline bool
#else
#define STRUCT(name) struct name
#define FLAG bool
#endif

// A continuous corner begins this many radii farther from the corner than a circle. Where there is enough
// room, it is a superellipse whose exponent exceeds the 2 of a circle by this much. (Measured in images of
// Apple's renderer.)
#define CORNER_REACH_EXCESS 0.52866483
#define CORNER_EXPONENT_EXCESS 1.3418

// The place of a stop that a gradient does not have.
#define NO_PLACE 3e38

// The words in a row of a texture that holds clips or stops: a power of two that every device allows.
#define WORDS_IN_ROW 1024

// A rectangle with rounded corners in a plane of its own, seen from the target's pixels.
//
// With P = (pixel - origin, 1) and q = (dot(rowX, P), dot(rowY, P), dot(rowW, P)) the point of the plane
// under the pixel is q.xy / q.z, relative to the rectangle's center; the point is in front of the camera
// where q.z > 0.
//
// A clip may also be a half plane of the target. Its exponent is then 0, and its inside is where dot(rowX, P)
// >= 0 (extent.z is 1), or < 0 (extent.z is 0), decided at the pixel's center.
//
// Where boxes share a shader program with rectangles (SHAPES), it may also be a rectangle: rowW is 0, and
// rowX contains the edges.
STRUCT(RoundedBox) {
  vec4 rowX;     // xyz: first row of the inverse homography; w: origin x, in pixels
  vec4 rowY;     // xyz: second row; w: origin y, in pixels
  vec4 rowW;     // xyz: third row; w: exponent of the corner curve (2: circle; 0: a half plane)
  vec4 extent;   // x, y: half width and half height; z: the sum of the antialiased edges' bits;
                 // an aliased edge of an instance is its polygon's
                 // edge, an aliased edge of a clip is decided at the pixel's center
  vec4 corners;  // side of the corner cell at (min x, min y), (max x, min y), (min x, max y), (max x, max y)
};

#define EDGE_MIN_X 1
#define EDGE_MAX_X 2
#define EDGE_MIN_Y 4
#define EDGE_MAX_Y 8
#define EDGES_X 3
#define EDGES_Y 12
#define EDGES_ALL 15
// These values of rowW.w have a special meaning.
#define EXPONENT_CIRCLE 2.0
#define EXPONENT_HALF_PLANE 0.0

// Gradients are sampled at least this many pixels inside of an antialiased edge: this is the middle of the
// covered part of a pixel whose center lies on the edge.
#define SAMPLE_INSET 0.25

FLAG is_half_plane(RoundedBox box) { return box.rowW.w == EXPONENT_HALF_PLANE; }
FLAG holds_positive_side(RoundedBox box) { return box.extent.z > 0.0; }
FLAG has_circular_corners(RoundedBox box) { return box.rowW.w == EXPONENT_CIRCLE; }
FLAG is_plain_rectangle(RoundedBox box) { return box.rowW.z == 0.0; }

// An upright rectangle of one color without clips; pixels are covered by the area that lies inside.
STRUCT(RectangleInstance) {
  vec4 edges;    // min x, min y, max x, max y, in pixels
  vec4 color;    // faded
};

// A rounded rectangle filled with one color and bordered with another, border over fill, then faded.
STRUCT(BoxInstance) {
  vec4 quad01;   // first and second corner of the convex polygon to cover, in pixels
  vec4 quad23;   // third and fourth; a triangle repeats its last corner
  RoundedBox shape;
  vec4 fill;
  vec4 border;
  vec4 params;   // x: border width in the plane's units, negative where only the fill is drawn, under a
                 // border that is drawn later; y: first clip; z: number of clips; w: opacity
};

FLAG is_under_border(vec4 params) { return params.x < 0.0; }

// Keeps the coverage of a fill under an opaque border a number, and that of whole pixels 1.
#define UNDER_BORDER_LEAST 1e-6

// A texture mapped onto a rounded rectangle.
STRUCT(ImageInstance) {
  vec4 quad01;
  vec4 quad23;
  RoundedBox shape;
  vec4 mapping;  // texture coordinate = point of the plane * xy + zw
  vec4 clamping; // texture coordinates are clamped to between xy and zw
  vec4 color;    // multiplies the texel
  vec4 texture;  // x, y: size in texels; z: bias of the mip level, or TRANSPARENT_OUTSIDE; w: IMAGE_
  vec4 params;   // x: 0; y: first clip; z: number of clips; w: 0
};
#define TRANSPARENT_OUTSIDE -1000.0  // the texture is a target without mip levels
#define IMAGE_COLORS 0.0
#define IMAGE_ALPHA 1.0           // a texel's alpha is used for all components
#define IMAGE_DITHERED_ALPHA 2.0  // the result is dithered; for a target in floating point
FLAG takes_alpha(vec4 texels) { return texels.w > IMAGE_COLORS; }
FLAG dithers_alpha(vec4 texels) { return texels.w > IMAGE_ALPHA; }
FLAG is_transparent_outside(vec4 texels) { return texels.z == TRANSPARENT_OUTSIDE; }

// A texture mapped onto a rounded rectangle, multiplied with the alpha of a mask in the same plane.
//
// With p the point of the plane, relative to the rectangle's center, the mask's coordinates are
// (dot(p, maskX.xy) + maskX.z, dot(p, maskY.xy) + maskY.z): those of a texture, or of a gradient, whose
// parameter t is the first of them (axial), their length (radial), or the turn from +x toward +y, less
// maskY.w (conic).
STRUCT(MaskedImageInstance) {
  vec4 quad01;
  vec4 quad23;
  RoundedBox shape;
  vec4 mapping;  // texture coordinate = point of the plane * xy + zw
  vec4 color;    // multiplies the texel
  vec4 texture;  // x, y: size in texels; z: bias of the mip level; w: 1 when the mask ends where the
                 // rectangle ends, so that coverage applies twice, else 0
  vec4 maskX;    // w: 0
  vec4 maskY;
  vec4 mask;     // a texture: x, y: size in texels; z: bias of the mip level; w: 0
                 // a gradient: alpha of its four stops, of which the last may be repeated
  vec4 places;   // locations of the stops, each above the one before; 0 for a texture
  vec4 params;   // x: kind of mask, MASK_; y: first clip; z: number of clips; w: number of stops, 2...4; 0
                 // for a texture
};
#define MASK_TEXTURE 0
#define MASK_AXIAL 1
#define MASK_RADIAL 2
#define MASK_CONIC 3
FLAG ends_with_mask(vec4 texels) { return texels.w > 0.0; }

// The image of a particle: a parallelogram, or its projection in perspective.
//
// The point (u, v) of the image, both in -1...1, lies at the pixel center + (u * axisU + v * axisV) / w with
// w = 1 + u * slopeU + v * slopeV, which is positive in the whole image.
STRUCT(ParticleInstance) {
  vec4 center;   // x, y: the center, in pixels; z, w: slopeU, slopeV
  vec4 axes;     // x, y: axisU; z, w: axisV
  vec4 color;    // multiplies the texel
  vec4 mapping;  // texture coordinate = (u, v) * xy + zw
  vec4 params;   // x: mip level; y: first clip; z: number of clips; w: index of the draw's texture
};

// The components of another program's image.
#define EXTERNAL_PREMULTIPLIED 0
#define EXTERNAL_STRAIGHT 1
#define EXTERNAL_OPAQUE 2
#define EXTERNAL_YCBCR 3

// Blend modes, with the numbers of `BlendMode`; a test compares the two lists.
#define BLEND_SOURCE_OVER 0
#define BLEND_MULTIPLY 1
#define BLEND_SCREEN 2
#define BLEND_OVERLAY 3
#define BLEND_DARKEN 4
#define BLEND_LIGHTEN 5
#define BLEND_COLOR_DODGE 6
#define BLEND_COLOR_BURN 7
#define BLEND_HARD_LIGHT 8
#define BLEND_SOFT_LIGHT 9
#define BLEND_DIFFERENCE 10
#define BLEND_EXCLUSION 11
#define BLEND_HUE 12
#define BLEND_SATURATION 13
#define BLEND_COLOR 14
#define BLEND_LUMINOSITY 15
#define BLEND_LINEAR_DODGE 16
#define BLEND_LINEAR_BURN 17
#define BLEND_LINEAR_LIGHT 18
#define BLEND_VIVID_LIGHT 19
#define BLEND_PIN_LIGHT 20
#define BLEND_SUBTRACT 21
#define BLEND_DIVIDE 22
#define BLEND_CLEAR 23
#define BLEND_COPY 24
#define BLEND_SOURCE_IN 25
#define BLEND_SOURCE_OUT 26
#define BLEND_SOURCE_ATOP 27
#define BLEND_DESTINATION 28
#define BLEND_DESTINATION_OVER 29
#define BLEND_DESTINATION_IN 30
#define BLEND_DESTINATION_OUT 31
#define BLEND_DESTINATION_ATOP 32
#define BLEND_XOR 33
#define BLEND_PLUS_LIGHTER 34
#define BLEND_PLUS_DARKER 35
#define BLEND_SUBTRACT_SOURCE 36
#define BLEND_SUBTRACT_DESTINATION 37
#define BLEND_MINIMUM 38
#define BLEND_MAXIMUM 39

// A transient target composited over another, pixel by pixel, multiplied with the alpha of a third.
STRUCT(CompositeInstance) {
  vec4 quad01;
  vec4 quad23;
  vec4 source;   // x, y: texel = pixel - xy; z: opacity; w: how far components may exceed 1
  vec4 mask;     // x, y: texel of the mask = pixel - xy; z: 1 when there is a mask, else 0; w: 0
  vec4 params;   // x: 0; y: first clip; z: number of clips; w: 0
};
FLAG is_masked(vec4 mask) { return mask.z > 0.0; }

// A transient target whose colors are mapped: unpremultiplied, result[i] = dot(row[i], rgba) + bias[i],
// clamped to 0...1 + source.w, and alpha to 0...1.
STRUCT(ColorMatrixInstance) {
  vec4 quad01;
  vec4 quad23;
  vec4 source;   // x, y: texel = pixel - xy; z: opacity; w: how far components may exceed 1
  vec4 red;
  vec4 green;
  vec4 blue;
  vec4 alpha;
  vec4 bias;
  vec4 params;   // x: 0; y: first clip; z: number of clips; w: 0
};

// A transient target blurred in one direction by a Gaussian; transparent outside of the target.
STRUCT(BlurInstance) {
  vec4 quad01;
  vec4 quad23;
  vec4 source;   // x, y: texel = pixel - xy; z, w: direction, (1, 0) or (0, 1)
  vec4 params;   // x: standard deviation in pixels; y: 1 where the target has alpha
                 // alone, else 0; z: 0; w: taps on either side
};

// A color multiplied with a mask of coverage.
STRUCT(CoverageInstance) {
  vec4 quad01;
  vec4 quad23;
  vec4 source;   // x, y: texel of the mask = pixel - xy; z, w: 0 in a plan; where the mask lies in a
                 // buffer, z: its first texel, w: texels from row to row
  vec4 color;
  vec4 params;   // x: 0; y: first clip; z: number of clips; w: 0
};

// A color on a square of pixels without clips, where the mask lies in a buffer.
STRUCT(CoverageSquare) {
  vec4 place;    // x, y: center, in pixels; z: the texel of its first pixel; w: 64 times the texels from
                 // row to row, plus the side in pixels, which is less than 64
  vec4 color;
};

// The shadow of a rounded box: its coverage blurred by a Gaussian, read from tables.
STRUCT(ShadowInstance) {
  vec4 quad01;
  vec4 quad23;
  RoundedBox shape;  // extent.w: 1 to dither, else 0
  vec4 color;
  vec4 tables;   // the number of the table around each corner, in the order of the corners
  vec4 params;   // x: standard deviation in the plane's units along x; y: first clip; z: number of clips;
                 // w: standard deviation along y
};
FLAG dithers_shadow(RoundedBox shape) { return shape.extent.w > 0.0; }

// The side of a shadow table, in texels.
#define SHADOW_TABLE_SIDE 64
// The texels lie in rows and columns of the plane where no corner is larger than this many standard
// deviations, which must be equal along x and y; else they lie across and along the corner's curve.
#define SHADOW_TABLE_GRID 4.0
// Shadows change from this many standard deviations inside of a corner's cell on; across its curve a table
// extends by this many farther.
#define SHADOW_TABLE_MARGIN 3.5
#define SHADOW_TABLE_REACH 8.5

// A gradient on a rounded box.
STRUCT(GradientInstance) {
  vec4 quad01;
  vec4 quad23;
  RoundedBox shape;
  vec4 line;     // axial: t = dot(point, xy) + z; radial: t = length(point * xy + zw);
                 // conic: t = fract(atan(point - zw) / 2 pi - x), from +x toward +y; y is 0;
                 // points of the plane, relative to the box's center
  vec4 stops;    // x: first stop; y: number of stops; z: kind, GRADIENT_; w: opacity
  vec4 params;   // x: 0, or 1 + DITHER_; y: first clip; z: number of clips; w: 0
};
#define GRADIENT_AXIAL 0
#define GRADIENT_RADIAL 1
#define GRADIENT_CONIC 2
// The dither pattern is that of the frame, whatever target a gradient is drawn into. This is the pixel of the
// pattern of 8 by 8 pixels that lies on the target's first pixel.
#define DITHER_SIDE 8
#define DITHER_X(code) ((code) & 7)
#define DITHER_Y(code) ((code) >> 3)
FLAG dithers_gradient(vec4 params) { return params.x > 0.0; }

// A gradient on a rounded box with antialiased edges, multiplied with a mask of coverage.
STRUCT(MaskedGradientInstance) {
  vec4 quad01;
  vec4 quad23;
  RoundedBox shape;
  vec4 line;     // as in GradientInstance
  vec4 stops;
  vec4 source;   // as in CoverageInstance
  vec4 params;   // as in GradientInstance
};

// A color of a gradient.
STRUCT(GradientStop) {
  vec4 color;    // unpremultiplied
  vec4 place;    // x: location, not below that of the stop before; y, z, w: 0
};

#endif
