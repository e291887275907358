// A workgroup's tile of WORKGROUP x ITEMS keys: which of them an invocation holds, and where each goes when the tile is put in order by the
// digit. Needs common/invocation.glsl, common/workgroup_scan.glsl, radix/arrays.glsl.
//
// A group of invocations takes a run of the tile, row by row, so that neighbours read neighbours, and the order of (group, row, invocation)
// is the order of the keys.
#include "radix/groups.glsl"

// Arrays of an invocation's keys stay in registers only if all loops over them are written out; other compilers pass over this line.
#pragma optionNV(unroll all)

const uint tile_keys = uint(WORKGROUP * ITEMS);
const uint digits = uint(DIGITS);
// Consecutive digits that an invocation looks after; with more invocations than digits, those past the last have none.
const uint own_digits = uint(DIGITS > WORKGROUP ? DIGITS / WORKGROUP : 1);

uint place(uint item) { return lane() / group_size * (group_size * uint(ITEMS)) + item * group_size + lane() % group_size; }

// Places in a tile are below 2^16: an invocation holds two a word.
const uint place_words = uint((ITEMS + 1) / 2);
uint place_of(uint places[place_words], uint item) { return places[item / 2u] >> (item % 2u * 16u) & 0xFFFFu; }
void set_place(inout uint places[place_words], uint item, uint place) {
  if (item % 2u == 0u) {
    places[item / 2u] = place;
  } else {
    places[item / 2u] |= place << 16u;
  }
}

// For what ranking needs first and ordering then.
shared uint pool[POOL];
// Where the run of each digit starts in the tile put in order, and at the end how many keys there are.
shared uint starts[DIGITS + 1];

// The invocation's keys of the tile that begins at `first`, of which those at places below `count` exist: the others come after all.
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

// The place of each key in the tile put in order, equal digits in the old order. Every invocation of the workgroup calls it with its keys,
// of which those at places below `count` exist; the others' places are not below it. `starts` is filled; everyone may read it then, and
// write the pool.
void rank_tile(uint count, Code keys[ITEMS], out uint places[place_words]);

#ifdef TELLS_COUNTS
// What is done with how many keys of the tile have a digit, as soon as that is known.
void tell_count(uint digit, uint count);
#endif

// Scans how many keys have each of every invocation's own digits, into `starts`. Who reads the start of another's digit waits before.
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
