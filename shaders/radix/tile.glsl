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

uint lane() { return gl_LocalInvocationID.x; }
uint place(uint item) { return lane() / group_size * (group_size * uint(ITEMS)) + item * group_size + lane() % group_size; }

// For what ranking needs first and ordering then.
shared uint pool[POOL];
// Where the run of each digit starts in the tile put in order, and at the end how many keys there are.
shared uint starts[DIGITS + 1];

// The place of each key in the tile put in order, equal digits in the old order. Every invocation of the workgroup calls it with its keys,
// of which those at places below `count` exist. `starts` is filled; everyone may read it then, and write the pool.
void rank_tile(uint count, Code keys[ITEMS], out uint places[ITEMS]);

// Scans how many keys have each of every invocation's own digits, into `starts`. Who reads the start of another's digit waits before.
void write_starts(uint counts[own_digits]) {
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
