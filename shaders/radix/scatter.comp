// Moves every key by its digit. A workgroup processes its column tile by tile, and reorders each tile in shared memory.
// For each digit, it remembers the target of the next key from tile to tile.
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
#include "radix/order.glsl"

//: works workgroup = from / column_keys
void main() {
  uint column = workgroup_index();
  if (column >= columns) return;
  uint offsets[own_digits];
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    if (digit < rows()) offsets[own] = table[place_in_table(digit, column)];
  }
  uint first = column * column_keys, last = min(n, first + column_keys);
  for (uint tile = first; tile < last; tile += tile_keys) {
    uint count = min(tile_keys, last - tile);
    Code keys[ITEMS];
    uint places[place_words];
    load_tile(tile, count, keys);
    rank_tile(count, keys, places);
    for (uint own = 0u; own < own_digits; ++own) {
      uint digit = lane() * own_digits + own;
      if (digit >= digits) continue;
      bases[digit] = offsets[own] - starts[digit];
      offsets[own] += starts[digit + 1u] - starts[digit];
    }
    move_tile(tile, count, keys, places);
  }
}
