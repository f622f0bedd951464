// Blend modes by the formulas of the W3C's compositing specification, and those that layers add to
// them. Colours are premultiplied; the numbers are those of BlendMode.

float luminance(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }

vec3 clip_color(vec3 c) {
  float l = luminance(c);
  float low = min(min(c.r, c.g), c.b);
  float high = max(max(c.r, c.g), c.b);
  if (low < 0.0) c = l + (c - l) * l / (l - low);
  if (high > 1.0) c = l + (c - l) * (1.0 - l) / (high - l);
  return c;
}

vec3 set_luminance(vec3 c, float l) { return clip_color(c + (l - luminance(c))); }

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

// A component of a separable mode, unpremultiplied.
float blend_component(int mode, float b, float s) {
  switch (mode) {
    case 1: return b * s;
    case 2: return b + s - b * s;
    case 3: return hard_light(s, b);
    case 4: return min(b, s);
    case 5: return max(b, s);
    case 6: return color_dodge(b, s);
    case 7: return color_burn(b, s);
    case 8: return hard_light(b, s);
    case 9: return soft_light(b, s);
    case 10: return abs(b - s);
    case 11: return b + s - 2.0 * b * s;
    case 16: return min(1.0, b + s);
    case 17: return max(0.0, b + s - 1.0);
    case 18: return clamp(b + 2.0 * s - 1.0, 0.0, 1.0);
    case 19: return s <= 0.5 ? color_burn(b, 2.0 * s) : color_dodge(b, 2.0 * s - 1.0);
    case 20: return s <= 0.5 ? min(b, 2.0 * s) : max(b, 2.0 * s - 1.0);
    case 21: return max(0.0, b - s);
    case 22: return s <= 0.0 ? 1.0 : min(1.0, b / s);
  }
  return s;
}

vec3 blend_colors(int mode, vec3 b, vec3 s) {
  switch (mode) {
    case 12: return set_luminance(set_saturation(s, saturation(b)), luminance(b));
    case 13: return set_luminance(set_saturation(b, saturation(s)), luminance(b));
    case 14: return set_luminance(s, luminance(b));
    case 15: return set_luminance(b, luminance(s));
  }
  return vec3(blend_component(mode, b.r, s.r), blend_component(mode, b.g, s.g),
              blend_component(mode, b.b, s.b));
}

vec3 unpremultiplied(vec4 c) { return c.a > 0.0 ? min(c.rgb / c.a, 1.0) : vec3(0.0); }

vec4 blend(int mode, vec4 source, vec4 backdrop) {
  float s = source.a;
  float b = backdrop.a;
  switch (mode) {
    case 0: return source + backdrop * (1.0 - s);
    case 23: return vec4(0.0);
    case 24: return source;
    case 25: return source * b;
    case 26: return source * (1.0 - b);
    case 27: return source * b + backdrop * (1.0 - s);
    case 28: return backdrop;
    case 29: return backdrop + source * (1.0 - b);
    case 30: return backdrop * s;
    case 31: return backdrop * (1.0 - s);
    case 32: return backdrop * s + source * (1.0 - b);
    case 33: return source * (1.0 - b) + backdrop * (1.0 - s);
    case 34: return min(source + backdrop, 1.0);
    case 35: {
      float alpha = min(s + b, 1.0);
      return vec4(max(alpha - (s - source.rgb) - (b - backdrop.rgb), 0.0), alpha);
    }
  }
  vec3 mixed = blend_colors(mode, unpremultiplied(backdrop), unpremultiplied(source));
  return vec4(source.rgb * (1.0 - b) + backdrop.rgb * (1.0 - s) + mixed * s * b,
              s + b - s * b);
}
