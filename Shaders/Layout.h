// The values that cross from the CPU to the shaders, in one text for GLSL, C and Swift.
//
// Every member is a vec4 (or a struct of them), so that the C layout, the vertex attribute layout and
// the texture buffer layout are the same thing: an array of 16-byte words. Never a vec3, never an int:
// whole numbers travel as floats, exactly up to 2^24.
//
// Pixel space: the target's pixels, origin at the outer corner of the top left pixel, y down.
// Colours: sRGB encoded, premultiplied.
#ifndef GLAZE_LAYOUT_H
#define GLAZE_LAYOUT_H

#ifndef GL_core_profile
typedef float vec4 __attribute__((ext_vector_type(4)));
#define STRUCT(name) typedef struct name name; struct name
#else
#define STRUCT(name) struct name
#endif

// A rectangle with rounded corners in a plane of its own, seen from the target's pixels.
//
// With P = (pixel - origin, 1) and q = (dot(rowX, P), dot(rowY, P), dot(rowW, P)) the point of the plane
// under the pixel is q.xy / q.z, relative to the rectangle's centre; the point is in front of the camera
// where q.z > 0.
//
// As a clip it may also be a half plane of the target: exponent 0, and inside is where
// dot(rowX, P) >= 0 (extent.z is 1), or < 0 (extent.z is 0), decided at the pixel's centre.
STRUCT(RoundedBox) {
  vec4 rowX;     // xyz: first row of the inverse homography; w: origin x, in pixels
  vec4 rowY;     // xyz: second row; w: origin y, in pixels
  vec4 rowW;     // xyz: third row; w: exponent of the corner curve (2: circle; 0: a half plane)
  vec4 extent;   // x, y: half width and half height; z: the sum of the soft edges' bits
                 // (1 min x, 2 max x, 4 min y, 8 max y); a hard edge of an instance is its polygon's
                 // edge, a hard edge of a clip is decided at the pixel's centre
  vec4 corners;  // side of the corner cell at (min x, min y), (max x, min y), (min x, max y), (max x, max y)
};

// A rounded rectangle filled with one colour and bordered with another, border over fill, then faded.
STRUCT(BoxInstance) {
  vec4 quad01;   // first and second corner of the convex polygon to cover, in pixels
  vec4 quad23;   // third and fourth; a triangle repeats its last corner
  RoundedBox shape;
  vec4 fill;
  vec4 border;
  vec4 params;   // x: border width in the plane's units; y: first clip; z: number of clips; w: opacity
};

// A texture mapped onto a rounded rectangle.
STRUCT(ImageInstance) {
  vec4 quad01;
  vec4 quad23;
  RoundedBox shape;
  vec4 mapping;  // texture coordinate = point of the plane * xy + zw
  vec4 clamping; // texture coordinates are kept between xy and zw
  vec4 color;    // multiplies the texel
  vec4 texture;  // x, y: size in texels; z: bias of the mip level; w: 0
  vec4 params;   // x: 0; y: first clip; z: number of clips; w: 0
};

// A transient target laid over another, pixel on pixel.
STRUCT(CompositeInstance) {
  vec4 quad01;
  vec4 quad23;
  vec4 source;   // x, y: texel = pixel - xy; z: opacity; w: 0
  vec4 params;   // x: 0; y: first clip; z: number of clips; w: 0
};

#endif
