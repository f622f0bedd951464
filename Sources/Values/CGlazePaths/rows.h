// The sweep from row to row. Included inside cover.h.
// MARK: Chains in a row

static inline void mark_word(GlazePathScratch *s, uint32_t word, uint64_t bits) {
  uint64_t once = s->once[word], again = once & bits;
  s->once[word] = once | bits;
  if (again == 0) return;
  s->twice[word] |= again;
  s->overlaps = true;
}

/// Marks columns that a chain touches, and the blocks of columns that it changes: its area ends one column
/// later.
static inline void mark(GlazePathScratch *s, uint32_t first, uint32_t last) {
  uint32_t block = first / LEVELS, lastBlock = (last + 1) / LEVELS;
  s->blocks[block / 64] |= 1ull << (block & 63);
  s->blocks[lastBlock / 64] |= 1ull << (lastBlock & 63);
  while (++block < lastBlock) s->blocks[block / 64] |= 1ull << (block & 63);
  uint32_t word = first / 64, lastWord = last / 64;
  if (word == lastWord) return mark_word(s, word, ~0ull >> (63 - (last - first)) << (first & 63));
  mark_word(s, word, ~0ull << (first & 63));
  while (++word < lastWord) mark_word(s, word, ~0ull);
  mark_word(s, lastWord, ~0ull >> (63 - (last & 63)));
}

/// The columns that a leg touches.
typedef struct Columns {
  int32_t first, last;
} Columns;

/// Adds the area to the right of a leg that seldom crosses more than two columns, like `add_area`, with one
/// branch.
///
/// `steepness`: the height of the leg for each column that it crosses; it is never negative.
static inline Columns add_narrow_area(
  float *steps, float xa, float xb, float height, float sign, float steepness)
{
  float left = least(xa, xb), right = greatest(xa, xb);
  int32_t column = column_at(left);
  float begin = left - (float)column, end = right - (float)column;
  if (end > 2) {
    add_wide_area(steps, left, right, sign * height);
    return (Columns){column, column_before(right)};
  }
  float over = greatest(end - 1, 0);
  // Rounding may show a bit of an upright leg in the next column.
  float third = 0.5f * over * least(over * steepness, height);
  float first = height - 0.5f * height * (begin + end) + third;
  steps[column] += sign * first;
  steps[column + 1] += sign * (height - first - third);
  steps[column + 2] += sign * third;
  return (Columns){column, column + (end > 1)};
}

/// Notes the columns that a chain touches in a row.
static inline void note_columns(GlazePathScratch *s, Chain *chain, Columns columns) {
  chain->first = columns.first;
  chain->end = columns.last;
  mark(s, (uint32_t)columns.first, (uint32_t)columns.last);
}

/// Follows a chain through a row: stores its legs, for which the capacity is sufficient, and adds their
/// areas.
static void follow(GlazePathScratch *s, Chain *chain, float row) {
  float sign = (float)chain->sign;
  Leg *legs = s->legs + s->legCount;
  int32_t count = 0;
  float x = chain->x, y = chain->y, top = y, low = x, high = x;
  while (y < 1) {
    float nextX = chain->edgeX, nextY = chain->edgeY - row;
    bool continues = nextY > 1;
    if (continues) {
      nextX -= chain->slope * (nextY - 1);
      nextY = 1;
    }
    if (nextY > y) {
      legs[count++] = (Leg){x, y, nextX, nextY};
      add_narrow_area(s->steps, x, nextX, nextY - y, sign, chain->steepness);
    } else if (y == 0 && count == 0) {
      // A level edge lies on the border of two rows.
      low = high = nextX;
    }
    x = nextX;
    y = nextY;
    low = least(low, x);
    high = greatest(high, x);
    if (continues || !begin_edge(s, chain, next_corner(chain))) break;
  }
  chain->leg = s->legCount;
  chain->legCount = count;
  chain->height = y - top;
  chain->x = x;
  chain->y = 0;
  s->legCount += count;
  int32_t first = column_at(low), end = column_before(high);
  note_columns(s, chain, (Columns){first, end > first ? end : first});
}

/// The same for a chain of which one edge spans the row.
static inline void follow_edge(GlazePathScratch *s, Chain *chain, float below) {
  float x = chain->x, nextX = chain->edgeX - chain->slope * below;
  s->legs[s->legCount] = (Leg){x, 0, nextX, 1};
  chain->leg = s->legCount++;
  chain->legCount = 1;
  chain->height = 1;
  chain->x = nextX;
  float sign = (float)chain->sign;
  note_columns(s, chain, add_narrow_area(s->steps, x, nextX, 1, sign, chain->steepness));
}

/// Replaces the chains of the previous row with those of this row.
static inline void advance(GlazePathScratch *s, int32_t row) {
  int32_t retained = 0, count = s->activeCount;
  for (int32_t index = s->heads[row]; index >= 0; index = s->chains[index].next) {
    reserve_active(s, count + 1);
    s->active[count++] = index;
  }
  s->legCount = 0;
  s->overlaps = false;
  for (int32_t i = 0; i < count; i++) {
    int32_t index = s->active[i];
    Chain *chain = &s->chains[index];
    if (chain->corner == chain->last) continue;
    s->active[retained++] = index;
    float below = chain->edgeY - (float)(row + 1);
    if (chain->y == 0 && below > 0) follow_edge(s, chain, below);
    else follow(s, chain, (float)row);
  }
  s->activeCount = retained;
}

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

/// Writes a row from the sums of its windings, and clears the steps.
static inline void write_row(
  GlazePathScratch *s, uint8_t *bytes, int32_t width, int32_t winding, bool evenOdd)
{
  float sum = (float)winding;
  int32_t x = 0;
  for (int32_t word = 0; word * 64 * LEVELS < width; word++) {
    for (uint64_t blocks = s->blocks[word]; blocks != 0; blocks &= blocks - 1) {
      int32_t next = (word * 64 + __builtin_ctzll(blocks)) * LEVELS;
      if (next >= width) break;
      // All columns up to the next block that a chain changes have the same winding.
      if (next > x) memset(bytes + x, byte_of(coverage_of(sum, evenOdd)), (size_t)(next - x));
      x = next + LEVELS;
      uint8_t block[LEVELS];
      uint8_t *to = x <= width ? bytes + next : block;
      sum = write_block(s->steps + next, to, sum, evenOdd);
      if (to == block) memcpy(bytes + next, block, (size_t)(width - next));
    }
  }
  if (x < width) memset(bytes + x, byte_of(coverage_of(sum, evenOdd)), (size_t)(width - x));
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
  float left = (sums[0] + sums[4]) + (sums[1] + sums[5]), right = (sums[2] + sums[6]) + (sums[3] + sums[7]);
  run->winding = add_winding(winding, left + right);
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

static inline void cover(GlazePathScratch *s, GlazePathWindow window, bool evenOdd, uint8_t *mask) {
  int32_t words = window.width / 64 + 2, blockWords = words / LEVELS + 1, winding = 0;
  s->overlaps = true;
  for (int32_t y = 0; y < window.height; y++) {
    uint8_t *bytes = mask + (int64_t)y * window.width;
    if (s->overlaps) memset(s->twice, 0, (size_t)words * sizeof(uint64_t));
    for (int32_t i = 0; i < words; i++) s->once[i] = 0;
    for (int32_t i = 0; i < blockWords; i++) s->blocks[i] = 0;
    winding += s->backdrop[y];
    advance(s, y);
    if (is_crowded(s->legCount, window.width)) {
      write_crowded_row(s, bytes, window.width, winding, evenOdd);
    } else {
      write_row(s, bytes, window.width, winding, evenOdd);
      if (s->overlaps) write_runs(s, bytes, window.width, winding, evenOdd);
    }
  }
}

void NAME(cover)(GlazePathScratch *s, GlazePathWindow window, bool evenOdd, uint8_t *mask) {
  reserve_active(s, 64);
  // A row has at most one leg for each corner, and one for each chain.
  reserve_legs(s, s->cornerCount + s->chainCount);
  if (evenOdd) cover(s, window, true, mask);
  else cover(s, window, false, mask);
}
