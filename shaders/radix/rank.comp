// Counts the digits of each tile and finds the rank of each key among those of its digit there; a workgroup a tile.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#include "radix/arrays.glsl"
#include "radix/tile.glsl"
#if MATCHING
#include "radix/rank_matching.glsl"
#else
#include "radix/rank_counters.glsl"
#endif
#include "radix/ranks.glsl"
layout(std430, binding = 6) writeonly buffer Ranks { uint rank_pairs[]; };

// Who has the key at an even place writes the word of two ranks: the other one's comes through the pool, which all may write.
void write_ranks(uint first, uint count, uint ranks[ITEMS]) {
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint at = place(item);
    if ((at & 1u) == 1u) pool[at / 2u] = at < count ? ranks[item] : 0u;
  }
  barrier();
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint at = place(item);
    if ((at & 1u) == 0u && at < count) rank_pairs[(first + at) / 2u] = rank_pair(ranks[item], pool[at / 2u]);
  }
}

//: works workgroup = from / (WORKGROUP * ITEMS)
void main() {
  uint column = workgroup_index();
  if (column >= columns) return;
  uint first = column * tile_keys, count = min(tile_keys, n - first);
  Code keys[ITEMS];
  uint places[ITEMS];
  for (uint item = 0u; item < uint(ITEMS); ++item) keys[item] = keys_in[min(first + place(item), n - 1u)];  //: reads
  rank_tile(count, keys, places);
  for (uint item = 0u; item < uint(ITEMS); ++item) places[item] -= starts[digit_of(keys[item])];
  write_ranks(first, count, places);
  for (uint digit = lane(); digit < rows(); digit += uint(WORKGROUP)) {
    table[place_in_table(digit, column)] = starts[digit + 1u] - starts[digit];
  }
}
