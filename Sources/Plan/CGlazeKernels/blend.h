// blend.glsl on blocks of pixels. Included inside composite.h.

INLINE fvec clip_unit(fvec a) { return clamp_f(a, 0.0f, 1.0f); }
INLINE fvec min3(fvec a, fvec b, fvec c) { return min_f(min_f(a, b), c); }
INLINE fvec max3(fvec a, fvec b, fvec c) { return max_f(max_f(a, b), c); }

INLINE fvec luminance(Colors c) { return 0.3f * c.red + 0.59f * c.green + 0.11f * c.blue; }

INLINE fvec saturation(Colors c) {
  return max3(c.red, c.green, c.blue) - min3(c.red, c.green, c.blue);
}

INLINE Colors clip_color(Colors c, fvec most) {
  fvec zero = splat(0.0f), least = splat(1e-6f), l = max_f(luminance(c), zero);
  fvec low = min3(c.red, c.green, c.blue), high = max3(c.red, c.green, c.blue);
  fvec lift = select_f(low < 0.0f, l / max_f(l - low, least), splat(1.0f));
  fvec lower = select_f(high > most, max_f(most - l, zero) / max_f(high - l, least), splat(1.0f));
  c.red = l + (c.red - l) * lift;
  c.green = l + (c.green - l) * lift;
  c.blue = l + (c.blue - l) * lift;
  c.red = l + (c.red - l) * lower;
  c.green = l + (c.green - l) * lower;
  c.blue = l + (c.blue - l) * lower;
  return c;
}

INLINE Colors set_luminance(Colors c, fvec l, fvec most) {
  fvec d = l - luminance(c);
  return clip_color((Colors){c.red + d, c.green + d, c.blue + d, c.alpha}, most);
}

INLINE Colors set_saturation(Colors c, fvec s) {
  fvec low = min3(c.red, c.green, c.blue);
  fvec range = saturation(c);
  fvec factor = select_f(range > 0.0f, s / range, splat(0.0f));
  return (Colors){(c.red - low) * factor, (c.green - low) * factor, (c.blue - low) * factor,
                  c.alpha};
}

INLINE fvec color_dodge(fvec b, fvec s) {
  fvec quotient = min_f(b / (1.0f - s), splat(1.0f));
  return select_f(b <= 0.0f, splat(0.0f), select_f(s >= 1.0f, splat(1.0f), quotient));
}

INLINE fvec color_burn(fvec b, fvec s) {
  fvec quotient = 1.0f - min_f((1.0f - b) / s, splat(1.0f));
  return select_f(b >= 1.0f, splat(1.0f), select_f(s <= 0.0f, splat(0.0f), quotient));
}

INLINE fvec hard_light(fvec b, fvec s) {
  fvec t = 2.0f * s - 1.0f;
  return select_f(s <= 0.5f, b * 2.0f * s, b + t - b * t);
}

INLINE fvec soft_light(fvec b, fvec s) {
  fvec dark = b - (1.0f - 2.0f * s) * b * (1.0f - b);
  fvec d = select_f(b <= 0.25f, ((16.0f * b - 12.0f) * b + 4.0f) * b, sqrt_f(b));
  return select_f(s <= 0.5f, dark, b + (2.0f * s - 1.0f) * (d - b));
}

// Returns a component of a separable mode, unpremultiplied.
INLINE fvec blend_component(int mode, fvec b, fvec s) {
  switch (mode) {
    case BLEND_MULTIPLY: return b * s;
    case BLEND_SCREEN: return b + s - b * s;
    case BLEND_OVERLAY: return hard_light(s, b);
    case BLEND_DARKEN: return min_f(b, s);
    case BLEND_LIGHTEN: return max_f(b, s);
    case BLEND_COLOR_DODGE: return color_dodge(b, s);
    case BLEND_COLOR_BURN: return color_burn(b, s);
    case BLEND_HARD_LIGHT: return hard_light(b, s);
    case BLEND_SOFT_LIGHT: return soft_light(b, s);
    case BLEND_DIFFERENCE: return abs_f(b - s);
    case BLEND_EXCLUSION: return b + s - 2.0f * b * s;
    case BLEND_LINEAR_DODGE: return min_f(b + s, splat(1.0f));
    case BLEND_LINEAR_BURN: return max_f(b + s - 1.0f, splat(0.0f));
    case BLEND_LINEAR_LIGHT: return clip_unit(b + 2.0f * s - 1.0f);
    case BLEND_VIVID_LIGHT: return select_f(s <= 0.5f, color_burn(b, 2.0f * s), color_dodge(b, 2.0f * s - 1.0f));
    case BLEND_PIN_LIGHT: return select_f(s <= 0.5f, min_f(b, 2.0f * s), max_f(b, 2.0f * s - 1.0f));
    case BLEND_SUBTRACT: return max_f(b - s, splat(0.0f));
    case BLEND_DIVIDE: return select_f(s <= 0.0f, splat(1.0f), min_f(b / s, splat(1.0f)));
  }
  return s;
}

INLINE Colors mix_colors(int mode, Colors b, Colors s, fvec most) {
  switch (mode) {
    case BLEND_HUE: return set_luminance(set_saturation(s, saturation(b)), luminance(b), most);
    case BLEND_SATURATION: return set_luminance(set_saturation(b, saturation(s)), luminance(b), most);
    case BLEND_COLOR: return set_luminance(s, luminance(b), most);
    case BLEND_LUMINOSITY: return set_luminance(b, luminance(s), most);
  }
  return (Colors){blend_component(mode, b.red, s.red), blend_component(mode, b.green, s.green),
                  blend_component(mode, b.blue, s.blue), s.alpha};
}

// These are divisions, whose quotient must be 1 where a component equals alpha.
INLINE Colors unpremultiplied(Colors c, fvec most) {
  ivec isSeen = c.alpha > 0.0f;
  fvec zero = splat(0.0f);
  return (Colors){select_f(isSeen, min_f(c.red / c.alpha, most), zero),
                  select_f(isSeen, min_f(c.green / c.alpha, most), zero),
                  select_f(isSeen, min_f(c.blue / c.alpha, most), zero), c.alpha};
}

// source * a + backdrop * b
INLINE Colors weigh_colors(Colors source, fvec a, Colors backdrop, fvec b) {
  return (Colors){source.red * a + backdrop.red * b, source.green * a + backdrop.green * b,
                  source.blue * a + backdrop.blue * b, source.alpha * a + backdrop.alpha * b};
}

INLINE fvec darken_sum(fvec alpha, fvec s, fvec source, fvec b, fvec backdrop) {
  return max_f(alpha - (s - source) - (b - backdrop), splat(0.0f));
}

// A component of a premultiplied color cannot exceed its alpha, times `most`.
INLINE Colors difference_of(Colors a, Colors b, fvec most) {
  fvec zero = splat(0.0f), alpha = max_f(a.alpha - b.alpha, zero), limit = alpha * most;
  return (Colors){min_f(max_f(a.red - b.red, zero), limit), min_f(max_f(a.green - b.green, zero), limit),
                  min_f(max_f(a.blue - b.blue, zero), limit), alpha};
}

// The numbers are those of BlendMode.
INLINE Colors blend_colors(int mode, Colors source, Colors backdrop, fvec most) {
  fvec s = source.alpha, b = backdrop.alpha, one = splat(1.0f), zero = splat(0.0f);
  switch (mode) {
    case BLEND_SOURCE_OVER: return weigh_colors(source, one, backdrop, 1.0f - s);
    case BLEND_CLEAR: return (Colors){zero, zero, zero, zero};
    case BLEND_COPY: return source;
    case BLEND_SOURCE_IN: return scale_colors(source, b);
    case BLEND_SOURCE_OUT: return scale_colors(source, 1.0f - b);
    case BLEND_SOURCE_ATOP: return weigh_colors(source, b, backdrop, 1.0f - s);
    case BLEND_DESTINATION: return backdrop;
    case BLEND_DESTINATION_OVER: return weigh_colors(source, 1.0f - b, backdrop, one);
    case BLEND_DESTINATION_IN: return scale_colors(backdrop, s);
    case BLEND_DESTINATION_OUT: return scale_colors(backdrop, 1.0f - s);
    case BLEND_DESTINATION_ATOP: return weigh_colors(source, 1.0f - b, backdrop, s);
    case BLEND_XOR: return weigh_colors(source, 1.0f - b, backdrop, 1.0f - s);
    case BLEND_PLUS_LIGHTER:
      return (Colors){min_f(source.red + backdrop.red, most),
                      min_f(source.green + backdrop.green, most),
                      min_f(source.blue + backdrop.blue, most), min_f(s + b, one)};
    case BLEND_SUBTRACT_SOURCE: return difference_of(backdrop, source, most);
    case BLEND_SUBTRACT_DESTINATION: return difference_of(source, backdrop, most);
    case BLEND_MINIMUM:
      return (Colors){min_f(source.red, backdrop.red), min_f(source.green, backdrop.green),
                      min_f(source.blue, backdrop.blue), min_f(s, b)};
    case BLEND_MAXIMUM:
      return (Colors){max_f(source.red, backdrop.red), max_f(source.green, backdrop.green),
                      max_f(source.blue, backdrop.blue), max_f(s, b)};
    case BLEND_PLUS_DARKER: {
      fvec alpha = min_f(s + b, one);
      return (Colors){darken_sum(alpha, s, source.red, b, backdrop.red),
                      darken_sum(alpha, s, source.green, b, backdrop.green),
                      darken_sum(alpha, s, source.blue, b, backdrop.blue), alpha};
    }
  }
  Colors mixed =
    mix_colors(mode, unpremultiplied(backdrop, most), unpremultiplied(source, most), most);
  Colors result = weigh_colors(source, 1.0f - b, backdrop, 1.0f - s);
  fvec both = s * b;
  result.red += mixed.red * both;
  result.green += mixed.green * both;
  result.blue += mixed.blue * both;
  result.alpha = s + b - both;
  return result;
}
