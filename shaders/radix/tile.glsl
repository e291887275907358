// A workgroup's tile of WORKGROUP x ITEMS keys: loads the keys and declares their positions in the tile reordered by
// the digit. Needs common/invocation.glsl, common/workgroup_scan.glsl, radix/arrays.glsl.
//
// A group of invocations processes a contiguous range of the tile row by row. Adjacent invocations then read adjacent
// keys, and the order (group, row, invocation) is the order of the keys in the array.
#include "radix/groups.glsl"

// NVIDIA's compiler keeps arrays of an invocation in registers only with all loops unrolled. Others ignore this.
#pragma optionNV(unroll all)

const uint tile_keys = uint(WORKGROUP * ITEMS);
const uint digits = uint(DIGITS);
// Number of consecutive digits that an invocation scans. With more invocations than digits, some have no digit.
const uint own_digits = uint(DIGITS > WORKGROUP ? DIGITS / WORKGROUP : 1);

uint place(uint item) { return lane() / group_size * (group_size * uint(ITEMS)) + item * group_size + lane() % group_size; }

// Words for the positions of an invocation's keys. Positions in a tile are below 2^16, so a word stores two.
const uint place_words = uint((ITEMS + 1) / 2);
uint place_of(uint places[place_words], uint item) { return places[item / 2u] >> (item % 2u * 16u) & 0xFFFFu; }
void set_place(inout uint places[place_words], uint item, uint place) {
  if (item % 2u == 0u) {
    places[item / 2u] = place;
  } else {
    places[item / 2u] |= place << 16u;
  }
}

// Shared memory that first ranking uses, and then reordering.
shared uint pool[POOL];
// Start of the run of each digit's keys in the reordered tile. The last element is the number of keys.
shared uint starts[DIGITS + 1];

// Loads this invocation's keys of the tile at `first`. Positions from `count` on get the largest key, to sort last.
void load_tile(uint first, uint count, out Code keys[ITEMS]) {
  uint own = first + place(0u);
  if (count == tile_keys) {
    for (uint item = 0u; item < uint(ITEMS); ++item) keys[item] = keys_in[own + item * group_size];  //: reads
  } else {
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      keys[item] = decode(~Code(0u));
      if (place(item) < count) keys[item] = keys_in[own + item * group_size];
    }
  }
}

// Computes the position of each key in the reordered tile; equal digits keep their order. Every invocation must call
// this. Positions from `count` on have no keys, and are mapped to such positions. Fills `starts`. Afterwards, all
// invocations may read `starts` and overwrite the pool.
void rank_tile(uint count, Code keys[ITEMS], out uint places[place_words]);

#ifdef TELLS_COUNTS
// Called with the number of the tile's keys with a digit, as soon as this number is known.
void tell_count(uint digit, uint count);
#endif

// Scans the counts of digits into `starts`. A barrier must precede reads of other invocations' elements.
void write_starts(uint counts[own_digits]) {
#ifdef TELLS_COUNTS
  for (uint own = 0u; own < own_digits; ++own) tell_count(lane() * own_digits + own, counts[own]);
#endif
  uint sum = 0u;
  for (uint own = 0u; own < own_digits; ++own) sum += counts[own];
  uint total;
  uint before = workgroup_exclusive_scan(sum, total);
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    if (digit < digits) starts[digit] = before;
    before += counts[own];
  }
  if (lane() == 0u) starts[digits] = total;
}
