// Ranks a tile's keys: adds ranks within groups of invocations to the counts of earlier groups. Needs radix/tile.glsl.
//
// The pool contains one counter per group and digit, and then the working memory of rank_in_group().
uint counter_at(uint group, uint digit) { return group * digits + digit; }

#ifdef SUBGROUPS
const uint ranking_words = groups * digits;
#else
const uint ranking_words = 3u * groups * digits;
#endif

// Ranks keys among equal digits of the group, and fills its counters. The pool must be 0. Ends with a barrier.
void rank_in_group(Code keys[ITEMS], out uint ranks[place_words]);

void rank_tile(uint count, Code keys[ITEMS], out uint places[place_words]) {
  for (uint i = lane(); i < ranking_words; i += uint(WORKGROUP)) pool[i] = 0u;
  barrier();
  rank_in_group(keys, places);
  uint counts[own_digits];
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    counts[own] = 0u;
    for (uint group = 0u; group < groups; ++group) {
      if (digit < digits) counts[own] += pool[counter_at(group, digit)];
    }
    if (digit == rows() - 1u) counts[own] -= tile_keys - count; // subtract padding, whose digit is the last
  }
  write_starts(counts);
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    if (digit >= digits) continue;
    uint next = starts[digit];
    for (uint group = 0u; group < groups; ++group) {
      uint found = pool[counter_at(group, digit)];
      pool[counter_at(group, digit)] = next;
      next += found;
    }
  }
  barrier();
  uint group = lane() / group_size;
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    places[item / 2u] += pool[counter_at(group, digit_of(keys[item]))] << (item % 2u * 16u);
  }
  barrier_after_reads();
}
