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
layout(std430, binding = 6) writeonly buffer Ranks { uint rank_of[]; };

//: works workgroup = from / (WORKGROUP * ITEMS)
void main() {
  uint column = workgroup_index();
  if (column >= columns) return;
  uint first = column * tile_keys, count = min(tile_keys, n - first);
  Code keys[ITEMS];
  uint places[ITEMS];
  for (uint item = 0u; item < uint(ITEMS); ++item) keys[item] = keys_in[min(first + place(item), n - 1u)];  //: reads
  rank_tile(count, keys, places);
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    if (place(item) < count) rank_of[first + place(item)] = places[item] - starts[digit_of(keys[item])];
  }
  for (uint digit = lane(); digit < rows(); digit += uint(WORKGROUP)) {
    table[place_in_table(digit, column)] = starts[digit + 1u] - starts[digit];
  }
}
