// The coverage of a row, from the areas and the passages of its chains. Included inside cover.h.

/// A row of a strip.
typedef struct Row {
  float *steps;
  const uint64_t *once, *twice;
  int32_t width;
  int32_t winding;        // to the left of the window
  bool evenOdd;
} Row;

// MARK: Writing

typedef float Floats8 __attribute__((vector_size(32)));
typedef int32_t Ints8 __attribute__((vector_size(32)));

static float coverage_of(float winding, bool evenOdd) {
  winding = fabsf(winding);
  if (!evenOdd) return least(winding, 1);
  // The value is 0 at even and 1 at odd numbers.
  float rest = winding - 2 * floorf(winding * 0.5f);
  return least(rest, 2 - rest);
}

static uint8_t byte_of(float coverage) {
  return (uint8_t)(least(greatest(coverage, 0), 1) * 255 + 0.5f);
}

/// Converts windings to bytes.
static inline Ints8 levels_of(Floats8 winding, bool evenOdd) {
  Floats8 value = (Floats8)((Ints8)winding & 0x7FFFFFFF);
  if (evenOdd) {
    // Windings are at most the number of edges in a row, so they fit.
    Ints8 pairs = __builtin_convertvector(value * 0.5f, Ints8);
    value -= 2 * __builtin_convertvector(pairs, Floats8);
    Floats8 other = 2 - value;
    Ints8 isLess = value < other;
    value = (Floats8)(((Ints8)value & isLess) | ((Ints8)other & ~isLess));
  } else {
    Ints8 isLess = value < 1;
    Floats8 one = {1, 1, 1, 1, 1, 1, 1, 1};
    value = (Floats8)(((Ints8)value & isLess) | ((Ints8)one & ~isLess));
  }
  return __builtin_convertvector(value * 255 + 0.5f, Ints8);
}

/// Computes the prefix sums of each four of eight steps.
static inline Floats8 sums_of(Floats8 steps) {
  Floats8 zero = {};
  steps += __builtin_shufflevector(zero, steps, 0, 8, 9, 10, 4, 12, 13, 14);
  return steps + __builtin_shufflevector(zero, steps, 0, 0, 8, 9, 4, 4, 12, 13);
}

/// Converts the steps of sixteen columns to bytes, and clears them; returns the last winding.
static inline float write_block(float *steps, uint8_t *bytes, float winding, bool evenOdd) {
  union {
    Floats8 halves[2];
    float all[LEVELS];
  } sums;
  memcpy(&sums, steps, sizeof sums);
  memset(steps, 0, sizeof sums);
  Floats8 left = sums_of(sums.halves[0]), right = sums_of(sums.halves[1]);
  // The windings before each four columns.
  float a = winding, b = left[3] + a, c = left[7] + b, d = right[3] + c;
  left += (Floats8){a, a, a, a, b, b, b, b};
  right += (Floats8){c, c, c, c, d, d, d, d};
  Ints8 low = levels_of(left, evenOdd), high = levels_of(right, evenOdd);
  typedef uint8_t Bytes __attribute__((vector_size(LEVELS)));
  Ints levels = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  Bytes result = __builtin_convertvector(levels, Bytes);
  memcpy(bytes, &result, sizeof result);
  return right[7];
}

/// Finds the first bit that is set, or that is not set, from a column on; `end` when there is none.
static int32_t find(const uint64_t *bits, int32_t column, int32_t end, bool isSet) {
  while (column < end) {
    uint64_t word = (isSet ? bits[column / 64] : ~bits[column / 64]) >> (column & 63);
    if (word != 0) {
      column += __builtin_ctzll(word);
      return column < end ? column : end;
    }
    column = (column / 64 + 1) * 64;
  }
  return end;
}

/// The first of each sixteen columns that are not all without a bit.
static uint64_t blocks_of(uint64_t bits) {
  bits = (bits | bits >> 8) & 0x00FF00FF00FF00FF;
  bits = (bits | bits >> 4) & 0x000F000F000F000F;
  bits = (bits | bits >> 2) & 0x0003000300030003;
  return (bits | bits >> 1) & 0x0001000100010001;
}

/// Writes a row from the sums of its windings, and clears the steps.
static inline void write_row(const Row *row, uint8_t *bytes) {
  float sum = (float)row->winding;
  int32_t x = 0, width = row->width;
  uint64_t before = 0;
  for (int32_t first = 0; first < width; first += 64) {
    // The area of a chain ends one column after it.
    uint64_t once = row->once[first / 64], changes = once | once << 1 | before >> 63;
    before = once;
    for (uint64_t blocks = blocks_of(changes); blocks != 0; blocks &= blocks - 1) {
      int32_t next = first + __builtin_ctzll(blocks);
      if (next >= width) break;
      // All columns up to the next block that a chain changes have the same winding.
      if (next > x) memset(bytes + x, byte_of(coverage_of(sum, row->evenOdd)), (size_t)(next - x));
      x = next + LEVELS;
      uint8_t block[LEVELS];
      uint8_t *to = x <= width ? bytes + next : block;
      sum = write_block(row->steps + next, to, sum, row->evenOdd);
      if (to == block) memcpy(bytes + next, block, (size_t)(width - next));
    }
  }
  if (x < width) memset(bytes + x, byte_of(coverage_of(sum, row->evenOdd)), (size_t)(width - x));
  // Clears the steps on the right border.
  memset(row->steps + width, 0, 8 * sizeof(float));
}

// MARK: Runs

/// Converts the steps of columns to bytes, and clears them.
static void write_columns(float *steps, uint8_t *bytes, const Run *run) {
  float coverage = is_inside(run->winding, run->evenOdd) ? 1 : 0;
  for (int32_t x = run->first; x <= run->last; x++) {
    coverage += steps[x];
    steps[x] = 0;
    bytes[x] = byte_of(coverage);
  }
  memset(steps + run->last + 1, 0, 3 * sizeof(float));
}

/// The passages of a row from which runs are made.
typedef struct Candidates {
  int32_t next;           // next passage in the order of their first columns
  int32_t open;
  float sum;              // the sum of the directions of ended passages, by height
  int32_t begin, end;     // the range of columns so far that chains touch without a gap
} Candidates;

static void sort_passages(GlazePathScratch *s) {
  for (int32_t i = 0; i < s->passingCount; i++) {
    int32_t index = s->passing[i];
    s->order[i] = (uint64_t)(uint32_t)s->passages[index].first << 32 | (uint32_t)index;
  }
  sort_numbers(s->order, s->passingCount, s->otherOrder);
}

/// Finds the first of the columns that chains touch without a gap up to a run.
static void find_begin(const Row *row, Candidates *candidates, const Run *run) {
  int32_t column = run->first;
  while (column > candidates->end) {
    // The bits to the left of the column, from the highest one on.
    uint64_t bits = row->once[(column - 1) / 64] << (63 - ((column - 1) & 63));
    int32_t touched = bits == ~0ull ? 64 : __builtin_clzll(~bits);
    column -= touched;
    if ((column & 63) != 0 || touched == 0) break;
  }
  if (column < candidates->end) column = candidates->end;
  if (column > candidates->end) candidates->begin = column;
  candidates->end = run->last + 1;
}

/// Adds a winding that is an integer except for rounding to another.
static int32_t add_winding(int32_t winding, float sum) {
  return winding + (int32_t)(sum + (sum < 0 ? -0.5f : 0.5f));
}

/// Stores the data that determines which columns few passages reach.
static void find_few(GlazePathScratch *s) {
  FewPassages *few = &s->few;
  int32_t count = s->passingCount;
  for (int32_t i = 0; i < count; i++) {
    const Passage *chain = &s->passages[s->passing[i]];
    few->first[i] = chain->first;
    few->end[i] = chain->end;
    few->spans[i] = -(chain->height == 1);
    few->change[i] = (float)chain->sign * chain->height;
  }
  for (int32_t i = count; i % 8 != 0; i++) {
    few->first[i] = few->end[i] = INT32_MAX;
    few->spans[i] = 0;
    few->change[i] = 0;
  }
}

/// Finds the passages of a run among few, and the winding to their left.
static void collect_few(GlazePathScratch *s, const Row *row, Candidates *candidates, Run *run) {
  find_begin(row, candidates, run);
  const Ints8 places = {1, 2, 4, 8, 16, 32, 64, 128};
  Floats8 sums = {};
  int32_t retained = 0;
  for (int32_t i = 0; i < s->passingCount; i += 8) {
    Ints8 first, end, spans, change;
    memcpy(&first, s->few.first + i, sizeof first);
    memcpy(&end, s->few.end + i, sizeof end);
    memcpy(&spans, s->few.spans + i, sizeof spans);
    memcpy(&change, s->few.change + i, sizeof change);
    Ints8 isLeft = (end < candidates->begin) | ((end < run->first) & spans);
    sums += (Floats8)(change & isLeft);
    Ints8 touches = ~(isLeft | (first > run->last)) & places;
    uint32_t bits = (uint32_t)__builtin_reduce_or(touches);
    for (; bits != 0; bits &= bits - 1) s->open[retained++] = s->passing[i + __builtin_ctz(bits)];
  }
  run->count = retained;
  float left = (sums[0] + sums[4]) + (sums[1] + sums[5]), right = (sums[2] + sums[6]) + (sums[3] + sums[7]);
  run->winding = add_winding(row->winding, left + right);
}

/// Finds the passages of a run, and the winding to their left.
static void collect(GlazePathScratch *s, const Row *row, Candidates *candidates, Run *run) {
  if (s->passingCount <= FEW_PASSAGES) return collect_few(s, row, candidates, run);
  while (candidates->next < s->passingCount
    && (int32_t)(s->order[candidates->next] >> 32) <= run->last) {
    s->open[candidates->open++] = (int32_t)(uint32_t)s->order[candidates->next++];
  }
  // To the left of a column without chains, the winding is the same at all heights. From there on, only
  // chains that span the row preserve this.
  find_begin(row, candidates, run);
  int32_t begin = candidates->begin, retained = 0;
  for (int32_t i = 0; i < candidates->open; i++) {
    int32_t index = s->open[i];
    const Passage *chain = &s->passages[index];
    bool isLeft = (chain->end < begin) | ((chain->end < run->first) & (chain->height == 1));
    bool isRight = chain->first > run->last;
    candidates->sum += isLeft ? (float)chain->sign * chain->height : 0;
    s->open[retained] = index;
    retained += !(isLeft | isRight);
  }
  candidates->open = run->count = retained;
  run->winding = add_winding(row->winding, candidates->sum);
}

/// Rewrites the columns in which there is more than one chain.
static void write_runs(GlazePathScratch *s, const Row *row, uint8_t *bytes) {
  if (s->passingCount == 2) {
    Run run = {.passages = s->passing, .count = 2};
    if (is_wedge(s, &run)) return;
  }
  int32_t first = find(row->twice, 0, row->width, true);
  Candidates candidates = {.next = 0};
  if (s->passingCount > FEW_PASSAGES) sort_passages(s);
  else find_few(s);
  while (first < row->width) {
    Run run = {.first = first, .passages = s->open, .evenOdd = row->evenOdd};
    run.last = find(row->twice, first, row->width, false) - 1;
    collect(s, row, &candidates, &run);
    if (add_run(s, row->steps, &run)) write_columns(row->steps, bytes, &run);
    first = find(row->twice, run.last + 1, row->width, true);
  }
}

/// Whether a row has so many legs that none of its pixels can show them.
static bool is_crowded(int32_t count, int32_t width) {
  return count > 4096 && count / 32 > width;
}

static void write_crowded_row(GlazePathScratch *s, const Row *row, int32_t legCount, uint8_t *bytes) {
  int32_t count = 0;
  reserve_pieces(s, legCount);
  for (int32_t i = 0; i < s->passingCount; i++) {
    const Passage *chain = &s->passages[s->passing[i]];
    for (int32_t k = 0; k < chain->legCount; k++) {
      s->pieces[count++] = (Piece){.leg = s->legs[chain->leg + k], .sign = chain->sign};
    }
  }
  memset(row->steps, 0, (size_t)(row->width + 8) * sizeof(float));
  add_crowd(s, row->steps, count, row->width, row->winding, row->evenOdd);
  for (int32_t x = 0; x < row->width; x++) bytes[x] = byte_of(row->steps[x] / 128);
  memset(row->steps, 0, (size_t)(row->width + 8) * sizeof(float));
}

/// Collects the passages of a row, those of the last chains first; returns the number of their legs.
static int32_t find_passing(GlazePathScratch *s, int32_t last) {
  int32_t count = 0, legCount = 0;
  for (int32_t index = last; index >= 0; index = s->passages[index].next) {
    s->passing[count++] = index;
    legCount += s->passages[index].legCount;
  }
  s->passingCount = count;
  return legCount;
}

static inline void cover(GlazePathScratch *s, GlazePathWindow window, bool evenOdd, uint8_t *mask) {
  Strip strip = first_strip(s, window);
  int32_t rows = strip.end;
  sort_by_strip(s, rows, window.height);
  reserve_strip(s, &strip);
  Row row = {.width = window.width, .evenOdd = evenOdd};
  for (int32_t number = 0; strip.top < window.height; number++) {
    follow_all(s, &strip, number);
    reserve_passing(s, s->passageCount);
    for (int32_t y = strip.top, i = 0; y < strip.end; y++, i++) {
      uint8_t *bytes = mask + (int64_t)y * window.width;
      row.winding += s->backdrop[y];
      row.steps = s->steps + i * strip.stride;
      row.once = s->once + i * strip.words;
      row.twice = s->twice + i * strip.words;
      int32_t legCount = s->overlaps[i] ? find_passing(s, s->rows[i]) : 0;
      if (is_crowded(legCount, window.width)) {
        write_crowded_row(s, &row, legCount, bytes);
        continue;
      }
      write_row(&row, bytes);
      if (s->overlaps[i]) write_runs(s, &row, bytes);
    }
    strip.top = strip.end;
    strip.end = strip.end + rows < window.height ? strip.end + rows : window.height;
  }
}

void NAME(cover)(GlazePathScratch *s, GlazePathWindow window, bool evenOdd, uint8_t *mask) {
  if (evenOdd) cover(s, window, true, mask);
  else cover(s, window, false, mask);
}
