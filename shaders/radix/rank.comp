// Counts the digits of each tile, and ranks each key among the tile's keys with the same digit, with one workgroup per tile.
#include "common/subgroups.glsl"
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#include "radix/arrays.glsl"
#include "radix/tile.glsl"
#if MATCHING
#include "radix/rank_groups.glsl"
#ifdef SUBGROUPS
#include "radix/rank_subgroups.glsl"
#else
#include "radix/rank_matching.glsl"
#endif
#else
#include "radix/rank_counters.glsl"
#endif
#include "radix/ranks.glsl"
layout(std430, binding = 6) writeonly buffer Ranks { uint rank_pairs[]; };

// Writes two ranks per word, by the invocation of the even position. The other rank arrives in shared memory.
void write_ranks(uint first, uint count, uint ranks[place_words]) {
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint at = place(item);
    if ((at & 1u) == 1u) pool[at / 2u] = at < count ? place_of(ranks, item) : 0u;
  }
  barrier();
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint at = place(item);
    if ((at & 1u) == 0u && at < count) rank_pairs[(first + at) / 2u] = rank_pair(place_of(ranks, item), pool[at / 2u]);
  }
}

//: works workgroup = from / (WORKGROUP * ITEMS)
void main() {
  uint column = workgroup_index();
  if (column >= columns) return;
  uint first = column * tile_keys, count = min(tile_keys, n - first);
  Code keys[ITEMS];
  uint places[place_words];
  load_tile(first, count, keys);
  rank_tile(count, keys, places);
  for (uint item = 0u; item < uint(ITEMS); ++item) places[item / 2u] -= starts[digit_of(keys[item])] << (item % 2u * 16u);
  write_ranks(first, count, places);
  for (uint digit = lane(); digit < rows(); digit += uint(WORKGROUP)) {
    table[place_in_table(digit, column)] = starts[digit + 1u] - starts[digit];
  }
}
