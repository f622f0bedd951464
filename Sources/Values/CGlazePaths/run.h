// Columns in which chains may overlap, meet and cross. Included inside cover.h.
//
// The row is cut into sixteen levels, also where chains begin and end. At the middle of each level the chains
// are in some order, which determines those that separate inside from outside. A chain that does so in all of
// its levels adds its exact area. One that does not is crossed by another: it adds its area between
// crossings, which are found from the two chains' positions in the levels above and below.

/// Columns in which chains may overlap, meet and cross.
typedef struct Run {
  int32_t first, last;
  const int32_t *passages;  // of the chains that touch them
  int32_t count;
  int32_t winding;        // the winding to their left
  bool evenOdd;
} Run;

enum {
  LEVELS = 16,
  MOST_CUTS = 4,
  MOST_ENDS = 10,
  MOST_CHAINS = 48,       // more are processed as bands of single edges
  MOST_WINDING = 64,      // beyond it, some chains make no difference
};

typedef float Floats __attribute__((vector_size(4 * LEVELS)));
typedef int32_t Ints __attribute__((vector_size(4 * LEVELS)));
typedef int8_t Signs __attribute__((vector_size(LEVELS)));

/// A part of a chain between crossings.
typedef struct Cut {
  float top, bottom;
  int32_t weight;
} Cut;

/// A chain in the levels of a row.
typedef struct Strand {
  Floats x;               // at the middle of each level
  Signs winding;          // to its left
  const Passage *chain;
  Signs weights;          // its effect on the coverage to its right: 1 more, -1 less
  int32_t cutCount;
  Cut cuts[MOST_CUTS];    // the points where the weight changes
} Strand;

/// The heights at which chains are compared.
typedef struct Levels {
  float tops[LEVELS + 1];
  float middles[LEVELS];
  uint32_t ends;          // a bit for each level at whose top chains begin or end
} Levels;

/// The levels where all chains span the row.
static const Levels equal_levels = {
  .tops = {0, 0.0625f, 0.125f, 0.1875f, 0.25f, 0.3125f, 0.375f, 0.4375f, 0.5f,
           0.5625f, 0.625f, 0.6875f, 0.75f, 0.8125f, 0.875f, 0.9375f, 1},
  .middles = {0.03125f, 0.09375f, 0.15625f, 0.21875f, 0.28125f, 0.34375f, 0.40625f, 0.46875f,
              0.53125f, 0.59375f, 0.65625f, 0.71875f, 0.78125f, 0.84375f, 0.90625f, 0.96875f}};

/// The distance below which chains touch, in pixels.
static const float touching = 1e-3f;

/// The size of a bend between the middles of two levels that may be ignored, in pixels.
static const float far_run = 0.25f;

/// A position to the right of all chains.
static const float nowhere = 1e9f;

static Floats choose(Ints mask, Floats a, Floats b) {
  return (Floats)(((Ints)a & mask) | ((Ints)b & ~mask));
}

/// Inserts a height into a sorted few; false when the capacity is exceeded.
static bool insert_end(float *ends, int32_t *count, float y) {
  int32_t i = *count;
  while (i > 0 && ends[i - 1] > y) i--;
  if (i > 0 && ends[i - 1] == y) return true;
  if (*count == MOST_ENDS) return false;
  for (int32_t k = (*count)++; k > i; k--) ends[k] = ends[k - 1];
  ends[i] = y;
  return true;
}

/// Cuts the row where chains begin and end, and the parts into levels; false when there are too many.
static bool find_levels(const GlazePathScratch *s, const Run *run, Levels *levels) {
  float ends[MOST_ENDS + 1];
  int32_t count = 0;
  for (int32_t i = 0; i < run->count; i++) {
    const Passage *chain = &s->passages[run->passages[i]];
    if (chain->height == 1 || chain->legCount == 0) continue;
    const Leg *legs = s->legs + chain->leg;
    float top = legs[0].ya, bottom = legs[chain->legCount - 1].yb;
    if (top > 0 && !insert_end(ends, &count, top)) return false;
    if (bottom < 1 && !insert_end(ends, &count, bottom)) return false;
  }
  if (count == 0) {
    *levels = equal_levels;
    return true;
  }
  ends[count] = 1;
  levels->ends = 0;
  levels->tops[0] = 0;
  int32_t level = 0;
  float top = 0;
  for (int32_t i = 0; i <= count; i++) {
    // Each part gets one level, and the others are distributed by height.
    int32_t end = i + 1 + (int32_t)(ends[i] * (float)(LEVELS - count - 1));
    float step = (ends[i] - top) / (float)(end - level);
    for (int32_t k = level; k < end; k++) {
      levels->tops[k + 1] = k + 1 == end ? ends[i] : top + step * (float)(k + 1 - level);
      levels->middles[k] = top + step * ((float)(k - level) + 0.5f);
    }
    if (end < LEVELS) levels->ends |= 1u << end;
    level = end;
    top = ends[i];
  }
  return true;
}

/// Finds the positions of a chain in the levels that it reaches.
static void follow_levels(Strand *strand, const Leg *legs, const Levels *levels) {
  int32_t count = strand->chain->legCount;
  Floats y, x = {};
  memcpy(&y, levels->middles, sizeof y);
  for (int32_t i = 0; i < count; i++) {
    const Leg *leg = &legs[i];
    float slope = (leg->xb - leg->xa) / (leg->yb - leg->ya);
    Floats own = (y - leg->ya) * slope + leg->xa;
    x = i == 0 ? own : choose(y >= leg->ya, own, x);
  }
  if (strand->chain->height < 1) {
    x = choose((y > legs[0].ya) & (y < legs[count - 1].yb), x, (Floats){} + nowhere);
  }
  strand->x = x;
}

/// Adds the area to the right of a leg inside columns.
static void add_clamped_area(float *steps, Leg leg, float left, float right, float weight) {
  float low = least(leg.xa, leg.xb), high = greatest(leg.xa, leg.xb);
  float height = weight * (leg.yb - leg.ya);
  if (low >= right) return;
  if (high <= left) return add_area(steps, left, left, height);
  if (low >= left && high <= right) return add_area(steps, low, high, height);
  float share = height / (high - low);
  if (low < left) {
    add_area(steps, left, left, share * (left - low));
    low = left;
  }
  high = least(high, right);
  add_area(steps, low, high, share * (high - low));
}

static bool is_equal(Signs a, Signs b) {
  typedef int64_t Halves __attribute__((vector_size(LEVELS)));
  Halves difference = (Halves)(a ^ b);
  return (difference[0] | difference[1]) == 0;
}

/// Finds the levels in which a chain separates inside from outside; returns the weight of all of them, or 2
/// where they differ.
static int32_t weigh(Strand *strand, bool evenOdd) {
  Signs before = strand->winding, after = before + (int8_t)strand->chain->sign;
  if (evenOdd) {
    before &= 1;
    after &= 1;
  }
  // A true comparison is -1.
  Signs present = __builtin_convertvector(strand->x != nowhere, Signs);
  Signs weights = ((after == 0) - (before == 0)) & present;
  strand->weights = weights;
  if (is_equal(weights, (Signs){})) return 0;
  return is_equal(weights, present) ? -1 : is_equal(weights, present & 1) ? 1 : 2;
}

/// Whether a chain has no large bend between the middles of two levels.
static bool is_straight(const Strand *strand, int32_t level) {
  float run = strand->x[level] - strand->x[level - 1];
  return strand->chain->legCount == 1 || (run > -far_run && run < far_run);
}

/// Whether a chain lies to the right of another; of two at one point, the one that was collected first.
static bool is_right_of(const Strand *strand, const Strand *other, int32_t level) {
  float x = strand->x[level], otherX = other->x[level];
  return otherX < x || (otherX == x && strand < other);
}

/// Finds the height between the middles of two levels at which a chain is replaced by another, or replaces
/// it; negative when the levels do not show it.
static float border_of(
  const Strand *strands, int32_t count, const Strand *strand, int32_t level,
  const Levels *levels)
{
  int32_t change = strand->weights[level] - strand->weights[level - 1];
  for (int32_t i = 0; i < count; i++) {
    const Strand *other = &strands[i];
    if (other->weights[level] - other->weights[level - 1] != -change) continue;
    if (other->x[level - 1] == nowhere || other->x[level] == nowhere) continue;
    if (is_right_of(strand, other, level - 1) == is_right_of(strand, other, level)) continue;
    float above = strand->x[level - 1] - other->x[level - 1];
    float below = strand->x[level] - other->x[level];
    if (!is_straight(strand, level) || !is_straight(other, level)) return -1;
    float middle = levels->middles[level - 1];
    return middle + (levels->middles[level] - middle) * (above / (above - below));
  }
  return levels->ends >> level & 1 ? levels->tops[level] : -1;
}

/// Cuts a chain where its weight changes; false when the levels do not show where that is.
///
/// `excess`: the area that this adds to the right of the run, where the chain changes alone.
static bool find_borders(
  const Strand *strands, int32_t count, Strand *strand, const Levels *levels, float *excess)
{
  int32_t first = 0, last = LEVELS;
  while (strand->x[first] == nowhere) first++;
  while (strand->x[last - 1] == nowhere) last--;
  float top = 0;
  strand->cutCount = 0;
  for (int32_t k = first, end; k < last; k = end) {
    for (end = k + 1; end < last && strand->weights[end] == strand->weights[k]; end++) {}
    if (strand->cutCount == MOST_CUTS) return false;
    float bottom = end == last ? 1 : border_of(strands, count, strand, end, levels);
    if (bottom < 0) return false;
    int32_t change = end == last ? 0 : strand->weights[k] - strand->weights[end];
    *excess += (float)change * (bottom - levels->tops[end]);
    strand->cuts[strand->cutCount++] = (Cut){top, bottom, strand->weights[k]};
    top = bottom;
  }
  return true;
}

/// Adds the area of a chain where it separates inside from outside.
static void add_cuts(const Strand *strand, const Leg *legs, const Run *run, float *steps) {
  float left = (float)run->first, right = (float)(run->last + 1);
  for (int32_t k = 0; k < strand->cutCount; k++) {
    Cut cut = strand->cuts[k];
    if (cut.weight == 0) continue;
    for (int32_t i = 0; i < strand->chain->legCount; i++) {
      Leg leg = legs[i];
      if (leg.yb <= cut.top || leg.ya >= cut.bottom) continue;
      Leg part = leg;
      if (leg.ya < cut.top) part = (Leg){x_at(&leg, cut.top), cut.top, leg.xb, leg.yb};
      if (leg.yb > cut.bottom) {
        part.xb = x_at(&leg, cut.bottom);
        part.yb = cut.bottom;
      }
      add_clamped_area(steps, part, left, right, (float)cut.weight);
    }
  }
}

/// Appends a part of a leg as a piece, or extends the upright piece before it.
static void append_piece(GlazePathScratch *s, int32_t *count, int32_t first, Leg leg, int32_t sign) {
  if (leg.ya >= leg.yb) return;
  Leg *before = *count > first ? &s->pieces[*count - 1].leg : NULL;
  bool continues = before != NULL && leg.xa == leg.xb && before->xa == leg.xa
    && before->xb == leg.xa && before->yb == leg.ya;
  if (continues) {
    before->yb = leg.yb;
  } else {
    s->pieces[(*count)++] = (Piece){.leg = leg, .sign = sign};
  }
}

/// Appends the part of a leg inside columns, and the parts to the left of them on their border.
static void append_clamped(
  GlazePathScratch *s, int32_t *count, int32_t first, Leg leg, int32_t sign, const Run *run)
{
  float left = (float)run->first, right = (float)(run->last + 1);
  float slope = (leg.yb - leg.ya) / (leg.xb - leg.xa);
  // The leg is cut where it crosses the borders, in the order of heights.
  bool runsRight = leg.xa < leg.xb;
  float borders[2] = {runsRight ? left : right, runsRight ? right : left};
  Leg rest = leg;
  for (int32_t i = 0; i <= 2; i++) {
    Leg part = rest;
    if (i < 2) {
      bool crosses = (rest.xa < borders[i]) != (rest.xb < borders[i]);
      if (!crosses) continue;
      float y = leg.ya + (borders[i] - leg.xa) * slope;
      part.xb = rest.xa = borders[i];
      part.yb = rest.ya = least(greatest(y, rest.ya), rest.yb);
    }
    if (least(part.xa, part.xb) >= right) continue;
    if (greatest(part.xa, part.xb) <= left) part.xa = part.xb = left;
    append_piece(s, count, first, part, sign);
  }
}

/// Adds all edges individually, as bands between all their ends and crossings.
static void add_bands(GlazePathScratch *s, float *steps, const Run *run) {
  int32_t count = 0;
  for (int32_t i = 0; i < run->count; i++) count += s->passages[run->passages[i]].legCount;
  reserve_pieces(s, 3 * count);
  count = 0;
  for (int32_t i = 0; i < run->count; i++) {
    const Passage *chain = &s->passages[run->passages[i]];
    int32_t first = count;
    for (int32_t k = 0; k < chain->legCount; k++) {
      append_clamped(s, &count, first, s->legs[chain->leg + k], chain->sign, run);
    }
  }
  add_cluster(s, steps, s->pieces, count, run->winding, run->evenOdd);
}

/// Whether two chains of opposite directions do not cross, so that all windings take two adjacent values.
static bool is_wedge(const GlazePathScratch *s, const Run *run) {
  if (run->count != 2) return false;
  const Passage *p = &s->passages[run->passages[0]], *q = &s->passages[run->passages[1]];
  if (p->sign + q->sign != 0 || p->legCount == 0) return false;
  const Leg *a = s->legs + p->leg, *aEnd = a + p->legCount;
  const Leg *b = s->legs + q->leg, *bEnd = b + q->legCount;
  if (a->ya != b->ya || aEnd[-1].yb != bEnd[-1].yb) return false;
  if (p->low >= q->high || q->low >= p->high) return true;
  float y = a->ya, right = 0, left = 0;
  while (a < aEnd && b < bEnd) {
    float next = least(a->yb, b->yb);
    if (next > y) {
      float above = x_at(a, y) - x_at(b, y), below = x_at(a, next) - x_at(b, next);
      right = greatest(right, greatest(above, below));
      left = least(left, least(above, below));
      y = next;
    }
    bool isFirst = a->yb <= next, isSecond = b->yb <= next;
    a += isFirst;
    b += isSecond;
  }
  return right <= touching || left >= -touching;
}

/// Whether all windings are on one side of 0.
static bool is_deep(const GlazePathScratch *s, const Run *run) {
  int32_t down = 0, up = 0;
  for (int32_t i = 0; i < run->count; i++) {
    int32_t sign = s->passages[run->passages[i]].sign;
    down += sign > 0;
    up += sign < 0;
  }
  return run->winding > up || run->winding < -down;
}

/// Adds the areas of a run to the steps of its columns and of two after them; false when the sum of all
/// windings is already the coverage.
static bool add_run(GlazePathScratch *s, float *steps, const Run *run) {
  if (is_wedge(s, run) || (!run->evenOdd && is_deep(s, run))) return false;
  int8_t base = (int8_t)(run->evenOdd ? run->winding & 1
    : run->winding > MOST_WINDING ? MOST_WINDING
    : run->winding < -MOST_WINDING ? -MOST_WINDING : run->winding);
  Strand strands[MOST_CHAINS];
  int32_t count = 0;
  Levels levels;
  if (run->count > MOST_CHAINS || !find_levels(s, run, &levels)) {
    add_bands(s, steps, run);
    return true;
  }
  for (int32_t i = 0; i < run->count; i++) {
    const Passage *chain = &s->passages[run->passages[i]];
    if (chain->legCount == 0) continue;
    Strand *strand = &strands[count];
    strand->chain = chain;
    strand->winding = (Signs){} + base;
    follow_levels(strand, s->legs + chain->leg, &levels);
    for (int32_t k = 0; k < count; k++) {
      Strand *other = &strands[k];
      Signs isRight = __builtin_convertvector(other->x < strand->x, Signs);
      strand->winding += isRight & (int8_t)other->chain->sign;
      other->winding += ~isRight & (int8_t)chain->sign;
    }
    count++;
  }
  int32_t weights[MOST_CHAINS];
  for (int32_t i = 0; i < count; i++) weights[i] = weigh(&strands[i], run->evenOdd);
  float excess = 0;
  bool isCut = true;
  for (int32_t i = 0; i < count && isCut; i++) {
    if (weights[i] == 2) isCut = find_borders(strands, count, &strands[i], &levels, &excess);
  }
  // Where one chain crosses several at once, they may not agree where.
  if (!isCut || excess > touching || excess < -touching) {
    add_bands(s, steps, run);
    return true;
  }
  float left = (float)run->first, right = (float)(run->last + 1);
  for (int32_t i = 0; i < count; i++) {
    const Passage *chain = strands[i].chain;
    const Leg *legs = s->legs + chain->leg;
    if (weights[i] == 2) {
      add_cuts(&strands[i], legs, run, steps);
    } else if (weights[i] != 0) {
      for (int32_t k = 0; k < chain->legCount; k++) {
        add_clamped_area(steps, legs[k], left, right, (float)weights[i]);
      }
    }
  }
  return true;
}
