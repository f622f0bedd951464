// Shapes that need little arithmetic, vertex half; see simple.glsl.
#ifndef HARD
noperspective out vec2 place;  // from the centre along the sides, in pixels
flat out vec4 reach;           // where coverage ends: of ROUND the corners' centres and radius, with half
                               // a pixel; of SQUARE the edges, with half a pixel
#endif

// Pixels that a unit of the shape's plane is wide, across its edges.
vec2 pixels_per_unit(RoundedBox box) {
  return vec2(inversesqrt(dot(box.rowX.xy, box.rowX.xy)),
              inversesqrt(dot(box.rowY.xy, box.rowY.xy)));
}

// The point of an affine plane under a pixel.
vec2 affine_point(RoundedBox box, vec2 pixel) {
  vec3 p = vec3(pixel - vec2(box.rowX.w, box.rowY.w), 1.0);
  return vec2(dot(box.rowX.xyz, p), dot(box.rowY.xyz, p));
}

void place_shape(RoundedBox box) {
#ifdef ROUND
  vec2 scale = pixels_per_unit(box);
  place = affine_point(box, pixel) * scale;
  reach = vec4((box.extent.xy - box.corners.x) * scale, box.corners.x * scale.x + 0.5, 0.0);
#elif defined(SQUARE)
  vec2 scale = pixels_per_unit(box);
  place = affine_point(box, pixel) * scale;
  int soft = int(box.extent.z);
  reach = vec4((soft & 1) != 0 ? box.extent.x * scale.x + 0.5 : 1e6,
               (soft & 4) != 0 ? box.extent.y * scale.y + 0.5 : 1e6, 0.0, 0.0);
#endif
}
