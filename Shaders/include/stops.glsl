// The color of a gradient at a parameter, from stops in the order of their places. Each has two words: its color,
// and its place. Requires texels.glsl.
uniform sampler2D stopWords;

float place_of(int number) { return word_of(stopWords, number * 2 + 1).x; }

vec4 color_at(float t, int first, int end) {
  vec4 before = word_of(stopWords, first * 2);
  if (t <= place_of(first)) return before;
  // Finds the first stop beyond t.
  int low = first + 1;
  int high = end;
  while (low < high) {
    int middle = (low + high) / 2;
    if (t < place_of(middle)) high = middle;
    else low = middle + 1;
  }
  before = word_of(stopWords, (low - 1) * 2);
  if (low == end) return before;
  float start = place_of(low - 1);
  return mix(before, word_of(stopWords, low * 2), (t - start) / (place_of(low) - start));
}

#ifdef PLACES
float least(vec4 a) { return min(min(a.x, a.y), min(a.z, a.w)); }

// The same for few stops, whose places are known: a texel costs more than this arithmetic.
vec4 color_among(vec4 places[PLACES], float t, int first, int end) {
  vec4 low = vec4(-NO_PLACE), high = vec4(NO_PLACE), passed = vec4(0.0);
  for (int i = 0; i < PLACES; i++) {
    bvec4 isPast = greaterThanEqual(vec4(t), places[i]);
    passed += vec4(isPast);
    low = max(low, mix(vec4(-NO_PLACE), places[i], isPast));
    high = min(high, mix(places[i], vec4(NO_PLACE), isPast));
  }
  if (!(t > places[0].x)) return word_of(stopWords, first * 2);
  int next = first + int(dot(passed, vec4(1.0)));
  vec4 before = word_of(stopWords, (next - 1) * 2);
  vec4 after = word_of(stopWords, min(next, end - 1) * 2);
  float start = -least(-low), stop = least(high);
  return mix(before, after, (t - start) / (stop - start));
}
#endif
