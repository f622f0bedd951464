// Shapes that need little arithmetic, vertex half; see simple.glsl.
#ifdef PROJECTED
noperspective out vec4 edges;  // distances inwards from min x, max x, min y, max y, in pixels, with half a
                               // pixel: on the screen they change steadily, as an edge's image is straight
#elif !defined(HARD)
noperspective out vec2 place;  // from the centre along the sides, in pixels
flat out vec4 reach;           // where coverage ends: of ROUND the corners' centres and radius, with half
                               // a pixel; of SQUARE the edges, with half a pixel
#endif
#ifdef SHAPES
flat out float shapeKind;
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

// The point of a plane under a pixel, still to be divided by z.
vec3 projected_point(RoundedBox box, vec2 pixel) {
  vec3 p = vec3(pixel - vec2(box.rowX.w, box.rowY.w), 1.0);
  return vec3(dot(box.rowX.xyz, p), dot(box.rowY.xyz, p), dot(box.rowW.xyz, p));
}

// The distance in pixels from the line where an affine function of the pixel is 0.
float line_distance(float value, vec2 gradient) {
  return value * inversesqrt(dot(gradient, gradient)) + 0.5;
}

#if !defined(HARD) && !defined(PROJECTED)
void place_round(RoundedBox box) {
  vec2 scale = pixels_per_unit(box);
  place = affine_point(box, pixel) * scale;
  reach = vec4((box.extent.xy - box.corners.x) * scale, box.corners.x * scale.x + 0.5, 0.0);
}

void place_square(RoundedBox box) {
  vec2 scale = pixels_per_unit(box);
  place = affine_point(box, pixel) * scale;
  int soft = int(box.extent.z);
  reach = vec4((soft & 1) != 0 ? box.extent.x * scale.x + 0.5 : 1e6,
               (soft & 4) != 0 ? box.extent.y * scale.y + 0.5 : 1e6, 0.0, 0.0);
}
#endif

void place_shape(RoundedBox box) {
#ifdef PROJECTED
  vec3 q = projected_point(box, pixel);
  vec2 h = box.extent.xy;
  edges = vec4(line_distance(h.x * q.z + q.x, h.x * box.rowW.xy + box.rowX.xy),
               line_distance(h.x * q.z - q.x, h.x * box.rowW.xy - box.rowX.xy),
               line_distance(h.y * q.z + q.y, h.y * box.rowW.xy + box.rowY.xy),
               line_distance(h.y * q.z - q.y, h.y * box.rowW.xy - box.rowY.xy));
  int soft = int(box.extent.z);
  if ((soft & 1) == 0) edges.x = 1e6;
  if ((soft & 2) == 0) edges.y = 1e6;
  if ((soft & 4) == 0) edges.z = 1e6;
  if ((soft & 8) == 0) edges.w = 1e6;
#elif defined(ROUND)
  place_round(box);
#elif defined(SQUARE)
  place_square(box);
#elif defined(SHAPES)
  if (box.rowW.z == 0.0) {  // a rectangle, which has no plane: rowX are its edges
    place = vec2(0.0);
    reach = box.rowX;
    shapeKind = 2.0;
  } else if (box.corners.x > 0.0) {
    place_round(box);
    shapeKind = 1.0;
  } else {
    place_square(box);
    if (box.extent.z == 0.0) place = vec2(0.0);
    shapeKind = 0.0;
  }
#endif
}
