#version 430
// Counts the digits of each share, with one workgroup per share and counters in shared memory.
#include "shares.glsl"

// Each group of 32 invocations has its own counters: atomic additions to one counter wait for each other.
const uint group_size = uint(WORKGROUP < 32 ? WORKGROUP : 32);
const uint groups = uint(WORKGROUP) / group_size;
shared uint counters[groups * uint(DIGITS)];

void main() {
  uint share = gl_WorkGroupID.x, lane = gl_LocalInvocationID.x;
  for (uint i = lane; i < groups * uint(DIGITS); i += uint(WORKGROUP)) counters[i] = 0u;
  barrier();
  uint first = share * share_keys, last = min(n, first + share_keys);
  uint own_counters = lane / group_size * uint(DIGITS);
  // The keys of a tile are loaded together, so that the loads overlap.
  for (uint tile = first; tile < last; tile += uint(WORKGROUP * ITEMS)) {
    Key keys[ITEMS];
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      uint i = tile + item * uint(WORKGROUP) + lane;
      if (i < last) keys[item] = keys_in[i];
    }
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      uint i = tile + item * uint(WORKGROUP) + lane;
      if (i < last) atomicAdd(counters[own_counters + digit_of(keys[item])], 1u);
    }
  }
  barrier();
  for (uint digit = lane; digit < digit_values(); digit += uint(WORKGROUP)) {
    uint sum = 0u;
    for (uint group = 0u; group < groups; ++group) sum += counters[group * uint(DIGITS) + digit];
    counts[place_in_counts(digit, share)] = sum;
  }
}
