// The sweep from row to row. Included inside cover.h.
// MARK: Chains in a row

/// Marks columns that a chain touches.
static inline void mark(GlazePathScratch *s, int32_t first, int32_t last) {
  if (first / 64 == last / 64) {
    uint64_t bits = ~0ull >> (63 - (last - first)) << (first & 63);
    s->twice[first / 64] |= s->once[first / 64] & bits;
    s->once[first / 64] |= bits;
    return;
  }
  for (int32_t word = first / 64; word <= last / 64; word++) {
    uint64_t bits = ~0ull;
    if (word == first / 64) bits &= ~0ull << (first & 63);
    if (word == last / 64) bits &= ~0ull >> (63 - (last & 63));
    s->twice[word] |= s->once[word] & bits;
    s->once[word] |= bits;
  }
}

/// Adds the area to the right of an edge that seldom crosses more than two columns, like `add_area`, with one
/// branch.
static inline void add_narrow_area(float *steps, float xa, float xb, float height) {
  float left = least(xa, xb), right = greatest(xa, xb);
  int32_t column = column_at(left);
  float begin = left - (float)column, end = right - (float)column;
  if (end > 2) return add_wide_area(steps, left, right, height);
  float over = greatest(end - 1, 0);
  float third = 0.5f * height * over * over / greatest(end - begin, 1e-9f);
  float first = height - 0.5f * height * (begin + end) + third;
  steps[column] += first;
  steps[column + 1] += height - first - third;
  steps[column + 2] += third;
}

/// Follows a chain through a row: stores its legs, for which the capacity is sufficient, and adds their
/// areas.
static void follow(GlazePathScratch *s, Chain *chain, float row) {
  const Corner *corner = s->corners + chain->corner, *last = s->corners + chain->last;
  int32_t step = last < corner ? -1 : 1;
  float sign = (float)chain->sign;
  Leg *legs = s->legs + s->legCount;
  int32_t count = 0;
  float x = chain->x, y = chain->y, top = y, low = x, high = x;
  while (corner != last && y < 1) {
    Corner next = corner[step];
    float nextX = next.x, nextY = next.y - row;
    if (nextY > 1) {
      nextX = x + (nextX - x) * ((1 - y) / (nextY - y));
      nextY = 1;
    } else {
      corner += step;
    }
    if (nextY > y) {
      legs[count++] = (Leg){x, y, nextX, nextY};
      add_narrow_area(s->steps, x, nextX, sign * (nextY - y));
    } else if (y == 0 && count == 0) {
      // A level edge lies on the border of two rows.
      low = high = nextX;
    }
    x = nextX;
    y = nextY;
    low = least(low, x);
    high = greatest(high, x);
  }
  chain->leg = s->legCount;
  chain->legCount = count;
  chain->height = y - top;
  chain->corner = (int32_t)(corner - s->corners);
  chain->x = x;
  chain->y = 0;
  s->legCount += count;
  chain->first = column_at(low);
  int32_t end = column_before(high);
  chain->end = end > chain->first ? end : chain->first;
  mark(s, chain->first, chain->end);
}

/// Replaces the chains of the previous row with those of this row.
static void advance(GlazePathScratch *s, int32_t row) {
  int32_t retained = 0, count = s->activeCount;
  s->legCount = 0;
  for (int32_t i = 0; i < count; i++) {
    int32_t index = s->active[i];
    Chain *chain = &s->chains[index];
    if (chain->corner == chain->last) continue;
    follow(s, chain, (float)row);
    s->active[retained++] = index;
  }
  for (int32_t index = s->heads[row]; index >= 0; index = s->chains[index].next) {
    Chain *chain = &s->chains[index];
    reserve_active(s, retained + 1);
    follow(s, chain, (float)row);
    s->active[retained++] = index;
  }
  s->activeCount = retained;
}

// MARK: Writing

typedef float Floats4 __attribute__((vector_size(16)));
typedef int32_t Ints4 __attribute__((vector_size(16)));

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
static Ints4 levels_of(Floats4 winding, bool evenOdd) {
  Ints4 bits = (Ints4)winding & 0x7FFFFFFF;
  Floats4 value = (Floats4)bits;
  if (evenOdd) {
    // Windings are at most the number of edges in a row, so they fit.
    Ints4 pairs = __builtin_convertvector(value * 0.5f, Ints4);
    value -= 2 * __builtin_convertvector(pairs, Floats4);
    Floats4 other = 2 - value;
    Ints4 isLess = value < other;
    value = (Floats4)(((Ints4)value & isLess) | ((Ints4)other & ~isLess));
  } else {
    Ints4 isLess = value < 1;
    Floats4 one = {1, 1, 1, 1};
    value = (Floats4)(((Ints4)value & isLess) | ((Ints4)one & ~isLess));
  }
  return __builtin_convertvector(value * 255 + 0.5f, Ints4);
}

/// Computes the prefix sums of four steps.
static Floats4 sums_of(Floats4 steps) {
  Floats4 zero = {0, 0, 0, 0};
  steps += __builtin_shufflevector(zero, steps, 0, 4, 5, 6);
  return steps + __builtin_shufflevector(zero, steps, 0, 0, 4, 5);
}

/// Converts the steps of sixteen columns to bytes, and clears them; returns the last winding.
static float write_block(float *steps, uint8_t *bytes, float winding, bool evenOdd) {
  Floats4 sums[4];
  memcpy(sums, steps, sizeof sums);
  memset(steps, 0, sizeof sums);
  Floats4 before = {winding, winding, winding, winding};
  union {
    Ints4 four[4];
    Ints all;
  } levels;
  for (int32_t i = 0; i < 4; i++) {
    Floats4 sum = sums_of(sums[i]) + before;
    before = __builtin_shufflevector(sum, sum, 3, 3, 3, 3);
    levels.four[i] = levels_of(sum, evenOdd);
  }
  typedef uint8_t Bytes __attribute__((vector_size(LEVELS)));
  Bytes result = __builtin_convertvector(levels.all, Bytes);
  memcpy(bytes, &result, sizeof result);
  return before[0];
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

/// Whether a chain touches any of sixteen columns, or the one to their left.
static bool is_touched(const uint64_t *once, int32_t column) {
  uint64_t here = once[column / 64] >> (column & 63);
  if (column == 0) return (here & 0xFFFF) != 0;
  uint64_t before = once[(column - 1) / 64] >> ((column - 1) & 63);
  return ((here & 0xFFFF) | (before & 1)) != 0;
}

/// Writes a row from the sums of its windings.
static void write_row(
  GlazePathScratch *s, uint8_t *bytes, int32_t width, int32_t winding, bool evenOdd)
{
  float sum = (float)winding;
  for (int32_t x = 0; x < width;) {
    if (!is_touched(s->once, x)) {
      // All blocks up to the next one that a chain touches have the same winding.
      int32_t end = find(s->once, x + 16, width, true);
      if (end < width) end &= ~15;
      memset(bytes + x, byte_of(coverage_of(sum, evenOdd)), (size_t)(end - x));
      x = end;
      continue;
    }
    uint8_t block[16];
    uint8_t *to = x + 16 <= width ? bytes + x : block;
    sum = write_block(s->steps + x, to, sum, evenOdd);
    if (to == block) memcpy(bytes + x, block, (size_t)(width - x));
    x += 16;
  }
  // Clears the steps on the right border.
  memset(s->steps + width, 0, 8 * sizeof(float));
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

/// The chains of a row from which runs are made.
typedef struct Candidates {
  int32_t next;           // next chain in the order of their first columns
  int32_t open;
  float sum;              // the sum of the directions of ended chains, by height
  int32_t begin, end;     // the range of columns so far that chains touch without a gap
} Candidates;

static void sort_chains(GlazePathScratch *s) {
  for (int32_t i = 0; i < s->activeCount; i++) {
    int32_t index = s->active[i];
    s->order[i] = (uint64_t)(uint32_t)s->chains[index].first << 32 | (uint32_t)index;
  }
  sort_numbers(s->order, s->activeCount, s->otherOrder);
  // The chains will be nearly sorted in the next row.
  for (int32_t i = 0; i < s->activeCount; i++) s->active[i] = (int32_t)(uint32_t)s->order[i];
}

/// Finds the first of the columns that chains touch without a gap up to a run.
static void find_begin(const GlazePathScratch *s, Candidates *candidates, const Run *run) {
  int32_t column = run->first;
  while (column > candidates->end && s->once[(column - 1) / 64] >> ((column - 1) & 63) & 1) {
    column--;
  }
  if (column > candidates->end) candidates->begin = column;
  candidates->end = run->last + 1;
}

/// Adds a winding that is an integer except for rounding to another.
static int32_t add_winding(int32_t winding, float sum) {
  return winding + (int32_t)(sum + (sum < 0 ? -0.5f : 0.5f));
}

typedef float Floats8 __attribute__((vector_size(32)));
typedef int32_t Ints8 __attribute__((vector_size(32)));

/// Stores the data that determines which columns few chains reach.
static void find_few(GlazePathScratch *s) {
  FewChains *few = &s->few;
  int32_t count = s->activeCount;
  for (int32_t i = 0; i < count; i++) {
    const Chain *chain = &s->chains[s->active[i]];
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

/// Finds the chains of a run among few, and the winding to their left.
static void collect_few(GlazePathScratch *s, Candidates *candidates, Run *run, int32_t winding) {
  find_begin(s, candidates, run);
  const Ints8 places = {1, 2, 4, 8, 16, 32, 64, 128};
  Floats8 sums = {};
  int32_t retained = 0;
  for (int32_t i = 0; i < s->activeCount; i += 8) {
    Ints8 first, end, spans, change;
    memcpy(&first, s->few.first + i, sizeof first);
    memcpy(&end, s->few.end + i, sizeof end);
    memcpy(&spans, s->few.spans + i, sizeof spans);
    memcpy(&change, s->few.change + i, sizeof change);
    Ints8 isLeft = (end < candidates->begin) | ((end < run->first) & spans);
    sums += (Floats8)(change & isLeft);
    Ints8 touches = ~(isLeft | (first > run->last)) & places;
    uint32_t bits = (uint32_t)__builtin_reduce_or(touches);
    for (; bits != 0; bits &= bits - 1) s->open[retained++] = s->active[i + __builtin_ctz(bits)];
  }
  run->count = retained;
  Floats4 four = __builtin_shufflevector(sums, sums, 0, 1, 2, 3)
    + __builtin_shufflevector(sums, sums, 4, 5, 6, 7);
  run->winding = add_winding(winding, (four[0] + four[1]) + (four[2] + four[3]));
}

/// Finds the chains of a run, and the winding to their left.
static void collect(GlazePathScratch *s, Candidates *candidates, Run *run, int32_t winding) {
  if (s->activeCount <= FEW_CHAINS) return collect_few(s, candidates, run, winding);
  while (candidates->next < s->activeCount
    && (int32_t)(s->order[candidates->next] >> 32) <= run->last) {
    s->open[candidates->open++] = (int32_t)(uint32_t)s->order[candidates->next++];
  }
  // To the left of a column without chains, the winding is the same at all heights. From there on, only
  // chains that span the row preserve this.
  find_begin(s, candidates, run);
  int32_t begin = candidates->begin, retained = 0;
  for (int32_t i = 0; i < candidates->open; i++) {
    int32_t index = s->open[i];
    const Chain *chain = &s->chains[index];
    bool isLeft = (chain->end < begin) | ((chain->end < run->first) & (chain->height == 1));
    bool isRight = chain->first > run->last;
    candidates->sum += isLeft ? (float)chain->sign * chain->height : 0;
    s->open[retained] = index;
    retained += !(isLeft | isRight);
  }
  candidates->open = run->count = retained;
  run->winding = add_winding(winding, candidates->sum);
}

/// Rewrites the columns in which there is more than one chain.
static void write_runs(
  GlazePathScratch *s, uint8_t *bytes, int32_t width, int32_t winding, bool evenOdd)
{
  int32_t first = find(s->twice, 0, width, true);
  if (first == width) return;
  Candidates candidates = {.next = 0};
  if (s->activeCount > FEW_CHAINS) sort_chains(s);
  else find_few(s);
  while (first < width) {
    Run run = {.first = first, .chains = s->open, .evenOdd = evenOdd};
    run.last = find(s->twice, first, width, false) - 1;
    collect(s, &candidates, &run, winding);
    if (add_run(s, &run)) write_columns(s->steps, bytes, &run);
    first = find(s->twice, run.last + 1, width, true);
  }
}

/// Whether a row has so many legs that none of its pixels can show them.
static bool is_crowded(int32_t count, int32_t width) {
  return count > 4096 && count / 32 > width;
}

static void write_crowded_row(
  GlazePathScratch *s, uint8_t *bytes, int32_t width, int32_t winding, bool evenOdd)
{
  int32_t count = 0;
  reserve_pieces(s, s->legCount);
  for (int32_t i = 0; i < s->activeCount; i++) {
    const Chain *chain = &s->chains[s->active[i]];
    for (int32_t k = 0; k < chain->legCount; k++) {
      s->pieces[count++] = (Piece){.leg = s->legs[chain->leg + k], .sign = chain->sign};
    }
  }
  memset(s->steps, 0, (size_t)(width + 8) * sizeof(float));
  add_crowd(s, count, width, winding, evenOdd);
  for (int32_t x = 0; x < width; x++) bytes[x] = byte_of(s->steps[x] / 128);
  memset(s->steps, 0, (size_t)(width + 8) * sizeof(float));
}

void NAME(cover)(GlazePathScratch *s, GlazePathWindow window, bool evenOdd, uint8_t *mask) {
  reserve_active(s, 64);
  // A row has at most one leg for each corner, and one for each chain.
  reserve_legs(s, s->cornerCount + s->chainCount);
  size_t words = (size_t)(window.width / 64 + 2);
  int32_t winding = 0;
  for (int32_t y = 0; y < window.height; y++) {
    uint8_t *bytes = mask + (int64_t)y * window.width;
    for (size_t i = 0; i < words; i++) s->once[i] = s->twice[i] = 0;
    winding += s->backdrop[y];
    advance(s, y);
    if (is_crowded(s->legCount, window.width)) {
      write_crowded_row(s, bytes, window.width, winding, evenOdd);
    } else {
      write_row(s, bytes, window.width, winding, evenOdd);
      write_runs(s, bytes, window.width, winding, evenOdd);
    }
  }
}
