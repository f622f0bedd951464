// Sorting, and the area next to one edge. Included inside cover.h.

/// Sorts by repeatedly merging runs into runs of twice the width.
static void merge_numbers(uint64_t *numbers, int32_t count, uint64_t *spare) {
  uint64_t *from = numbers, *to = spare;
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * width) {
      int64_t a = begin, middle = begin + width < count ? begin + width : count;
      int64_t b = middle, end = middle + width < count ? middle + width : count;
      for (int64_t k = begin; k < end; k++) {
        bool first = b == end || (a < middle && from[a] <= from[b]);
        to[k] = first ? from[a++] : from[b++];
      }
    }
    uint64_t *swap = from;
    from = to;
    to = swap;
  }
  if (from != numbers) memcpy(numbers, from, (size_t)count * sizeof(uint64_t));
}

/// Sorts nearly sorted items in place, and gives up after too many moves.
static void sort_numbers(uint64_t *numbers, int32_t count, uint64_t *spare) {
  int64_t budget = 24 * (int64_t)count + 64;
  for (int32_t i = 1; i < count; i++) {
    uint64_t moved = numbers[i];
    int32_t j = i;
    for (; j > 0 && numbers[j - 1] > moved; j--) numbers[j] = numbers[j - 1];
    numbers[j] = moved;
    budget -= i - j;
    if (budget < 0) return merge_numbers(numbers, count, spare);
  }
}

/// Sorts nearly sorted items; gives up after too many moves and returns false.
static bool insertion_sort(Piece *pieces, int32_t count) {
  int64_t budget = 24 * (int64_t)count + 64;
  for (int32_t i = 1; i < count; i++) {
    if (pieces[i].key >= pieces[i - 1].key) continue;
    Piece moved = pieces[i];
    int32_t j = i;
    do {
      pieces[j] = pieces[j - 1];
      j--;
    } while (j > 0 && pieces[j - 1].key > moved.key);
    pieces[j] = moved;
    budget -= i - j;
    if (budget < 0) return false;
  }
  return true;
}

/// Merges sorted runs of `width` into runs of twice that.
static void merge_runs(const Piece *from, Piece *to, int32_t count, int64_t width) {
  for (int64_t begin = 0; begin < count; begin += 2 * width) {
    int64_t a = begin, middle = begin + width < count ? begin + width : count;
    int64_t b = middle, end = middle + width < count ? middle + width : count;
    for (int64_t k = begin; k < end; k++) {
      bool first = b == end || (a < middle && from[a].key <= from[b].key);
      to[k] = first ? from[a++] : from[b++];
    }
  }
}

/// Sorts by key. `spare` must have the same capacity.
static void sort_pieces(Piece *pieces, int32_t count, Piece *spare) {
  if (insertion_sort(pieces, count)) return;
  Piece *from = pieces, *to = spare;
  for (int64_t width = 1; width < count; width *= 2) {
    merge_runs(from, to, count, width);
    Piece *swap = from;
    from = to;
    to = swap;
  }
  if (from != pieces) memcpy(pieces, from, (size_t)count * sizeof(Piece));
}

/// Adds the area to the right of an edge that runs through several columns.
static void add_wide_area(float *steps, float left, float right, float height) {
  int32_t first = column_at(left), last = column_before(right);
  // The covered area grows with the square of x in the first and the last column, and by the same amount in
  // every column between.
  float begin = left - (float)first, end = right - (float)last;
  float slope = height / (right - left);
  float inFirst = 0.5f * slope * (1 - begin) * (1 - begin);
  float beyond = 0.5f * slope * end * end;
  steps[first] += inFirst;
  if (last == first + 1) {
    steps[last] += height - inFirst - beyond;
  } else {
    float inSecond = slope * (1.5f - begin);
    steps[first + 1] += inSecond - inFirst;
    for (int32_t x = first + 2; x < last; x++) steps[x] += slope;
    steps[last] += height - (inSecond + (float)(last - first - 2) * slope) - beyond;
  }
  steps[last + 1] += beyond;
}

/// Adds the area to the right of an edge of the given height; a negative height subtracts it.
static void add_area(float *steps, float xa, float xb, float height) {
  float left = least(xa, xb), right = greatest(xa, xb);
  int32_t column = column_at(left);
  if (right > (float)(column + 1)) return add_wide_area(steps, left, right, height);
  float beyond = height * (0.5f * (left + right) - (float)column);
  steps[column] += height - beyond;
  steps[column + 1] += beyond;
}
