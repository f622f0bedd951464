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
