// Moves every key to its digit's target plus its rank, one workgroup per tile. Reorders tiles in shared memory.
#include "common/subgroups.glsl"
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#include "radix/arrays.glsl"
#include "radix/tile.glsl"
#include "radix/order.glsl"
#include "radix/ranks.glsl"
layout(std430, binding = 6) readonly buffer Ranks { uint rank_pairs[]; };

//: works workgroup = from / (WORKGROUP * ITEMS)
void main() {
  uint column = workgroup_index();
  if (column >= columns) return;
  uint first = column * tile_keys, count = min(tile_keys, n - first);
  uint offsets[own_digits], counts[own_digits];
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    offsets[own] = counts[own] = 0u;
    if (digit >= rows()) continue;
    // A run of keys ends where the next one starts.
    uint here = place_in_table(digit, column);
    offsets[own] = table[here];
    counts[own] = (here + 1u < rows() * columns ? table[here + 1u] : n) - offsets[own];
  }
  write_starts(counts);
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    if (digit < digits) bases[digit] = offsets[own] - starts[digit];
  }
  barrier();
  Code keys[ITEMS];
  uint ranks[ITEMS], places[place_words];
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint i = min(first + place(item), n - 1u);
    keys[item] = keys_in[i];  //: reads i=from
    ranks[item] = rank_in(rank_pairs[i / 2u], i);
  }
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    // Positions past the last key keep their places, which are after all keys.
    set_place(places, item, place(item) < count ? ranks[item] + starts[digit_of(keys[item])] : place(item));
  }
  move_tile(first, count, keys, places);
}
