// Ranks a tile of WORKGROUP x ITEMS keys by the digit: finds the place of each key in the tile, ordered by the digit.
//
// Groups of up to 32 invocations rank their keys row by row. A group has one counter per digit value.
const uint digits = uint(DIGITS);
const uint tile_keys = uint(WORKGROUP * ITEMS);
const uint group_size = uint(WORKGROUP < 32 ? WORKGROUP : 32);
const uint groups = uint(WORKGROUP) / group_size;
// Digit values per invocation in scans. With more invocations than digit values, some invocations have none.
const uint own_digits = uint(DIGITS > WORKGROUP ? DIGITS / WORKGROUP : 1);

// Ranking uses this memory first, and reordering uses it afterwards.
shared uint pool[POOL];
// Place of the first key of each digit value in the ordered tile. The last element is the number of keys.
shared uint starts[DIGITS + 1];

// Place in the tile of an invocation's key number `item`. A group owns consecutive keys, and adjacent invocations load
// adjacent keys.
uint place(uint item) {
  return lane() / group_size * (group_size * uint(ITEMS)) + item * group_size + lane() % group_size;
}

// Places are below 2^16, so a word holds two.
const uint place_words = uint((ITEMS + 1) / 2);
uint place_of(uint places[place_words], uint item) { return places[item / 2u] >> (item % 2u * 16u) & 0xFFFFu; }
void set_place(inout uint places[place_words], uint item, uint place) {
  if (item % 2u == 0u) {
    places[item / 2u] = place;
  } else {
    places[item / 2u] |= place << 16u;
  }
}

uint counter_at(uint group, uint digit) { return group * digits + digit; }

// Ranks keys among the equal digits of their group, and fills the counters of the group. The pool must be 0.
#if SUBGROUPS
const uint ranking_words = groups * digits;

// One vote per bit of the digit finds the invocations with equal digits.
void rank_in_group(Key keys[ITEMS], out uint ranks[place_words]) {
  uint group = gl_SubgroupID, below = (1u << gl_SubgroupInvocationID) - 1u;
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint digit = digit_of(keys[item]);
    uint peers = ~0u;
    for (uint bit = 0u; bit < uint(DIGIT_BITS); ++bit) {
      bool one = (digit & 1u << bit) != 0u;
      uint ones = subgroupBallot(one).x;
      peers &= one ? ones : ~ones;
    }
    // The first of these invocations updates the counter for all of them.
    uint before = 0u;
    if ((peers & below) == 0u) before = atomicAdd(pool[counter_at(group, digit)], uint(bitCount(peers)));
    before = subgroupShuffle(before, uint(findLSB(peers)));
    set_place(ranks, item, before + uint(bitCount(peers & below)));
  }
  barrier();
}
#else
const uint ranking_words = 3u * groups * digits;

// Each invocation sets its bit in the mask of its digit. Even and odd rows have separate masks: one is cleared while
// the other is in use.
uint mask_at(uint item, uint group, uint digit) {
  return (1u + (item & 1u)) * groups * digits + counter_at(group, digit);
}

void rank_in_group(Key keys[ITEMS], out uint ranks[place_words]) {
  uint group = lane() / group_size, bit = 1u << (lane() % group_size);
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint digit = digit_of(keys[item]);
    uint counter = counter_at(group, digit), mask = mask_at(item, group, digit);
    atomicOr(pool[mask], bit);
    barrier();
    uint peers = pool[mask], before = pool[counter];
    barrier_after_reads();
    // The first invocation with the digit updates the counter for all of them.
    if ((peers & (bit - 1u)) == 0u) {
      pool[counter] = before + uint(bitCount(peers));
      pool[mask] = 0u;
    }
    set_place(ranks, item, before + uint(bitCount(peers & (bit - 1u))));
  }
  barrier();
}
#endif

// Computes the place of each key in the ordered tile, and fills `starts`. The tile has `count` keys. Keys that pad the
// tile have the last digit, and stay behind all others. Afterwards, the pool is free.
void rank_tile(uint count, Key keys[ITEMS], out uint places[place_words]) {
  for (uint i = lane(); i < ranking_words; i += uint(WORKGROUP)) pool[i] = 0u;
  barrier();
  rank_in_group(keys, places);
  // Number of keys with each digit value, and their scan.
  uint found[own_digits], sum = 0u;
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    found[own] = 0u;
    for (uint group = 0u; group < groups; ++group) {
      if (digit < digits) found[own] += pool[counter_at(group, digit)];
    }
    if (digit == digit_values() - 1u) found[own] -= tile_keys - count;
    sum += found[own];
  }
  uint total;
  uint before = workgroup_scan(sum, total);
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    if (digit < digits) {
      starts[digit] = before;
      // Place of the first key of each group with this digit value.
      uint next = before;
      for (uint group = 0u; group < groups; ++group) {
        uint here = pool[counter_at(group, digit)];
        pool[counter_at(group, digit)] = next;
        next += here;
      }
    }
    before += found[own];
  }
  if (lane() == 0u) starts[digits] = total;
  barrier();
  uint group = lane() / group_size;
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    places[item / 2u] += pool[counter_at(group, digit_of(keys[item]))] << (item % 2u * 16u);
  }
  barrier_after_reads();
}
