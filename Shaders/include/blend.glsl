// Blend modes by the formulas of the W3C's compositing specification, and further modes of layers. Colors are
// premultiplied; Layout.h numbers the modes. Components are at most `most`, which is 1 where frames have no headroom.

float luminance(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }

// The differences are kept from 0, by which bright grays would be divided.
vec3 clip_color(vec3 c, float most) {
  float l = max(luminance(c), 0.0);
  float low = min(min(c.r, c.g), c.b);
  float high = max(max(c.r, c.g), c.b);
  if (low < 0.0) c = l + (c - l) * l / max(l - low, 1e-6);
  if (high > most) c = l + (c - l) * max(most - l, 0.0) / max(high - l, 1e-6);
  return c;
}

vec3 set_luminance(vec3 c, float l, float most) {
  return clip_color(c + (l - luminance(c)), most);
}

float saturation(vec3 c) { return max(max(c.r, c.g), c.b) - min(min(c.r, c.g), c.b); }

vec3 set_saturation(vec3 c, float s) {
  float low = min(min(c.r, c.g), c.b);
  float range = max(max(c.r, c.g), c.b) - low;
  return range > 0.0 ? (c - low) * s / range : vec3(0.0);
}

float color_dodge(float b, float s) {
  return b <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, b / (1.0 - s));
}

float color_burn(float b, float s) {
  return b >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - b) / s);
}

float hard_light(float b, float s) {
  return s <= 0.5 ? b * 2.0 * s : b + (2.0 * s - 1.0) - b * (2.0 * s - 1.0);
}

float soft_light(float b, float s) {
  if (s <= 0.5) return b - (1.0 - 2.0 * s) * b * (1.0 - b);
  float d = b <= 0.25 ? ((16.0 * b - 12.0) * b + 4.0) * b : sqrt(b);
  return b + (2.0 * s - 1.0) * (d - b);
}

// Returns a component of a separable mode, unpremultiplied.
float blend_component(int mode, float b, float s) {
  switch (mode) {
    case BLEND_MULTIPLY: return b * s;
    case BLEND_SCREEN: return b + s - b * s;
    case BLEND_OVERLAY: return hard_light(s, b);
    case BLEND_DARKEN: return min(b, s);
    case BLEND_LIGHTEN: return max(b, s);
    case BLEND_COLOR_DODGE: return color_dodge(b, s);
    case BLEND_COLOR_BURN: return color_burn(b, s);
    case BLEND_HARD_LIGHT: return hard_light(b, s);
    case BLEND_SOFT_LIGHT: return soft_light(b, s);
    case BLEND_DIFFERENCE: return abs(b - s);
    case BLEND_EXCLUSION: return b + s - 2.0 * b * s;
    case BLEND_LINEAR_DODGE: return min(1.0, b + s);
    case BLEND_LINEAR_BURN: return max(0.0, b + s - 1.0);
    case BLEND_LINEAR_LIGHT: return clamp(b + 2.0 * s - 1.0, 0.0, 1.0);
    case BLEND_VIVID_LIGHT: return s <= 0.5 ? color_burn(b, 2.0 * s) : color_dodge(b, 2.0 * s - 1.0);
    case BLEND_PIN_LIGHT: return s <= 0.5 ? min(b, 2.0 * s) : max(b, 2.0 * s - 1.0);
    case BLEND_SUBTRACT: return max(0.0, b - s);
    case BLEND_DIVIDE: return s <= 0.0 ? 1.0 : min(1.0, b / s);
  }
  return s;
}

vec3 blend_colors(int mode, vec3 b, vec3 s, float most) {
  switch (mode) {
    case BLEND_HUE: return set_luminance(set_saturation(s, saturation(b)), luminance(b), most);
    case BLEND_SATURATION: return set_luminance(set_saturation(b, saturation(s)), luminance(b), most);
    case BLEND_COLOR: return set_luminance(s, luminance(b), most);
    case BLEND_LUMINOSITY: return set_luminance(b, luminance(s), most);
  }
  return vec3(blend_component(mode, b.r, s.r), blend_component(mode, b.g, s.g),
              blend_component(mode, b.b, s.b));
}

vec3 unpremultiplied(vec4 c, float most) {
  return c.a > 0.0 ? min(c.rgb / c.a, most) : vec3(0.0);
}

// A component of a premultiplied color cannot exceed its alpha, times `most`.
vec4 difference_of(vec4 a, vec4 b, float most) {
  vec4 c = max(a - b, 0.0);
  return vec4(min(c.rgb, c.a * most), c.a);
}

vec4 blend(int mode, vec4 source, vec4 backdrop, float most) {
  float s = source.a;
  float b = backdrop.a;
  switch (mode) {
    case BLEND_SOURCE_OVER: return source + backdrop * (1.0 - s);
    case BLEND_CLEAR: return vec4(0.0);
    case BLEND_COPY: return source;
    case BLEND_SOURCE_IN: return source * b;
    case BLEND_SOURCE_OUT: return source * (1.0 - b);
    case BLEND_SOURCE_ATOP: return source * b + backdrop * (1.0 - s);
    case BLEND_DESTINATION: return backdrop;
    case BLEND_DESTINATION_OVER: return backdrop + source * (1.0 - b);
    case BLEND_DESTINATION_IN: return backdrop * s;
    case BLEND_DESTINATION_OUT: return backdrop * (1.0 - s);
    case BLEND_DESTINATION_ATOP: return backdrop * s + source * (1.0 - b);
    case BLEND_XOR: return source * (1.0 - b) + backdrop * (1.0 - s);
    case BLEND_PLUS_LIGHTER:
      return vec4(min(source.rgb + backdrop.rgb, most), min(s + b, 1.0));
    case BLEND_SUBTRACT_SOURCE: return difference_of(backdrop, source, most);
    case BLEND_SUBTRACT_DESTINATION: return difference_of(source, backdrop, most);
    case BLEND_MINIMUM: return min(source, backdrop);
    case BLEND_MAXIMUM: return max(source, backdrop);
    case BLEND_PLUS_DARKER: {
      float alpha = min(s + b, 1.0);
      return vec4(max(alpha - (s - source.rgb) - (b - backdrop.rgb), 0.0), alpha);
    }
  }
  vec3 mixed =
      blend_colors(mode, unpremultiplied(backdrop, most), unpremultiplied(source, most), most);
  return vec4(source.rgb * (1.0 - b) + backdrop.rgb * (1.0 - s) + mixed * s * b,
              s + b - s * b);
}
