// Counts the digits of each column (one workgroup's part of the array), tile by tile, with counters in shared memory.
// The sums do not depend on the order of the additions, so results are reproducible.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "radix/arrays.glsl"
#include "radix/groups.glsl"

//: works workgroup = from / column_keys
// Each group of invocations has counters of its own, because atomic additions to the same counter wait for each other.
shared uint counters[groups * uint(DIGITS)];

void main() {
  uint column = workgroup_index();
  if (column >= columns) return;
  uint lane = gl_LocalInvocationID.x;
  for (uint i = lane; i < groups * uint(DIGITS); i += uint(WORKGROUP)) counters[i] = 0u;
  barrier();
  uint first = column * column_keys, last = min(n, first + column_keys);
  uint own = lane / group_size * uint(DIGITS);
  for (uint tile = first; tile < last; tile += uint(WORKGROUP * ITEMS)) {
    Code keys[ITEMS];
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      uint i = tile + item * uint(WORKGROUP) + lane;
      if (i < last) keys[item] = keys_in[i];  //: reads i=from
    }
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      uint i = tile + item * uint(WORKGROUP) + lane;
      if (i < last) atomicAdd(counters[own + digit_of(keys[item])], 1u);
    }
  }
  barrier();
  for (uint digit = lane; digit < rows(); digit += uint(WORKGROUP)) {
    uint sum = 0u;
    for (uint group = 0u; group < groups; ++group) sum += counters[group * uint(DIGITS) + digit];
    table[place_in_table(digit, column)] = sum;
  }
}
