// Chains are followed through the rows of a strip. Included inside cover.h.
//
// A strip has as many rows as fit into the cache, mostly all of the window. Within it, one chain is followed
// after another, so that its state stays in registers. In each row that it passes, its area is added to the
// columns, and the passage is noted for the rows in which chains overlap.

enum {
  STRIP_COLUMNS = 16384,  // of all rows together
  MOST_PASSAGES = 65536,  // beyond it, a strip has fewer rows
};

/// The first strip of a window.
static Strip first_strip(const GlazePathScratch *s, GlazePathWindow window) {
  Strip strip = {.words = window.width / 64 + 2};
  // An edge on the right border spills into the columns after it; steps are read in blocks.
  strip.stride = (window.width + 24 + LEVELS - 1) / LEVELS * LEVELS;
  int32_t rows = STRIP_COLUMNS / strip.stride, most = MOST_PASSAGES / (s->chainCount + 1);
  if (rows > most) rows = most;
  if (rows > window.height) rows = window.height;
  strip.end = rows < 1 ? 1 : rows;
  return strip;
}

/// Assigns chains to the strips of some rows in which they begin, in their order.
static void sort_by_strip(GlazePathScratch *s, int32_t rows, int32_t height) {
  for (int32_t row = 0, i = 0; row < height; row += rows) s->heads[i++] = -1;
  for (int32_t i = s->chainCount - 1; i >= 0; i--) {
    Chain *chain = &s->chains[i];
    // A corner may lie on the lower border of the window.
    if (chain->row >= height) continue;
    int32_t *head = &s->heads[rows >= height ? 0 : chain->row / rows];
    chain->next = *head;
    *head = i;
  }
}

// MARK: Marks

static inline void mark_word(uint64_t *once, uint64_t *twice, uint64_t bits, bool *overlaps) {
  uint64_t again = *once & bits;
  *once |= bits;
  *twice |= again;
  *overlaps |= again != 0;
}

/// Marks the columns that a chain touches in a row.
static inline void mark(
  GlazePathScratch *s, const Strip *strip, int32_t row, uint32_t first, uint32_t last)
{
  int32_t words = row * strip->words;
  uint64_t *once = s->once + words, *twice = s->twice + words;
  uint32_t word = first / 64, lastWord = last / 64;
  bool overlaps = s->overlaps[row];
  if (word == lastWord) {
    mark_word(&once[word], &twice[word], ~0ull >> (63 - (last - first)) << (first & 63), &overlaps);
  } else {
    mark_word(&once[word], &twice[word], ~0ull << (first & 63), &overlaps);
    while (++word < lastWord) mark_word(&once[word], &twice[word], ~0ull, &overlaps);
    mark_word(&once[word], &twice[word], ~0ull >> (63 - (last & 63)), &overlaps);
  }
  s->overlaps[row] = overlaps;
}

// MARK: Legs

/// Adds the area to the right of a leg that seldom crosses more than two columns, like `add_area`, with one
/// branch.
///
/// `steepness`: the height of the leg for each column that it crosses; it is never negative.
static inline void add_narrow_area(
  float *steps, float xa, float xb, float height, float sign, float steepness)
{
  float left = least(xa, xb), right = greatest(xa, xb);
  int32_t column = column_at(left);
  float begin = left - (float)column, end = right - (float)column;
  if (end > 2) return add_wide_area(steps, left, right, sign * height);
  float over = greatest(end - 1, 0);
  // Rounding may show a bit of an upright leg in the next column.
  float third = 0.5f * over * least(over * steepness, height);
  float first = height - 0.5f * height * (begin + end) + third;
  steps += column;
  steps[0] += sign * first;
  steps[1] += sign * (height - first - third);
  steps[2] += sign * third;
}

/// A chain that is being followed through a row.
typedef struct Walk {
  Chain chain;
  float sign;
  float *steps;
  Leg *legs;
  int32_t row;            // in the strip
  int32_t leg, legCount;  // of the row
  float top;              // where the chain enters the row
  float low, high;        // x
} Walk;

static inline void begin_row(Walk *walk, float y) {
  walk->leg += walk->legCount;
  walk->legCount = 0;
  walk->top = y;
  walk->low = walk->high = walk->chain.x;
}

/// Proceeds to a position in the same row.
static inline void walk_to(Walk *walk, float x, float y) {
  Chain *chain = &walk->chain;
  if (y > chain->y) {
    walk->legs[walk->leg + walk->legCount++] = (Leg){chain->x, chain->y, x, y};
    add_narrow_area(walk->steps, chain->x, x, y - chain->y, walk->sign, chain->steepness);
  } else if (y == 0 && walk->legCount == 0) {
    // A level edge lies on the border of two rows.
    walk->low = walk->high = x;
  }
  walk->low = least(walk->low, x);
  walk->high = greatest(walk->high, x);
  chain->x = x;
  chain->y = y;
}

/// Adds the passage of a row.
static inline void end_row(GlazePathScratch *s, const Strip *strip, const Walk *walk) {
  int32_t first = column_at(walk->low), end = column_before(walk->high);
  if (end < first) end = first;
  s->passages[s->passageCount] = (Passage){
    .next = s->rows[walk->row], .sign = walk->chain.sign, .first = first, .end = end,
    .leg = walk->leg, .legCount = walk->legCount, .height = walk->chain.y - walk->top,
    .low = walk->low, .high = walk->high};
  s->rows[walk->row] = s->passageCount++;
  mark(s, strip, walk->row, (uint32_t)first, (uint32_t)end);
}

/// Follows a chain through a strip; false at its end.
static bool follow(GlazePathScratch *s, const Strip *strip, int32_t index) {
  Walk walk = {.chain = s->chains[index], .legs = s->legs, .leg = s->legCount};
  Chain *chain = &walk.chain;
  walk.sign = (float)chain->sign;
  walk.row = chain->row - strip->top;
  walk.steps = s->steps + walk.row * strip->stride;
  begin_row(&walk, chain->y);
  bool continues = true;
  while (true) {
    float nextY = chain->edgeY - (float)chain->row;
    if (nextY <= 1) {
      // The edge ends in this row.
      walk_to(&walk, chain->edgeX, nextY);
      continues = begin_edge(s, chain, next_corner(chain));
      if (continues && nextY < 1) continue;
    } else {
      walk_to(&walk, chain->edgeX - chain->slope * (nextY - 1), 1);
    }
    end_row(s, strip, &walk);
    chain->y = 0;
    chain->row++;
    walk.row++;
    walk.steps += strip->stride;
    begin_row(&walk, 0);
    if (!continues || chain->row == strip->end) break;
  }
  s->legCount = walk.leg;
  s->chains[index] = walk.chain;
  return continues;
}

/// Follows all chains through a strip, in their order, so that sums do not depend on the window.
static __attribute__((noinline)) void follow_all(GlazePathScratch *s, const Strip *strip, int32_t number) {
  int32_t rows = strip->end - strip->top, continuing = 0;
  memset(s->once, 0, (size_t)(rows * strip->words) * sizeof(uint64_t));
  memset(s->twice, 0, (size_t)(rows * strip->words) * sizeof(uint64_t));
  memset(s->rows, 0xFF, (size_t)rows * sizeof(int32_t));
  memset(s->overlaps, 0, (size_t)rows * sizeof(bool));
  s->passageCount = 0;
  s->legCount = 0;
  for (int32_t next = s->heads[number], i = 0, index; i < s->activeCount || next >= 0;) {
    if (next < 0 || (i < s->activeCount && s->active[i] < next)) {
      index = s->active[i++];
    } else {
      index = next;
      next = s->chains[index].next;
    }
    const Chain *chain = &s->chains[index];
    reserve_passages(s, s->passageCount + rows);
    reserve_legs(s, s->legCount + rows + abs(chain->last - chain->corner));
    if (follow(s, strip, index)) s->continuing[continuing++] = index;
  }
  int32_t *active = s->active;
  s->active = s->continuing;
  s->continuing = active;
  s->activeCount = continuing;
}
