#version 430
// Sorts each small range by a bitonic network in shared memory, with one workgroup per range.
#include "keys.glsl"
#include "workgroup.glsl"
layout(std430, binding = 1) readonly buffer SmallRanges { uvec2 small_ranges[]; };

uniform uint whole;        // number of keys if the whole array is the only range; otherwise 0
uniform uint range_count;  // number of ranges

shared uint sorted[SMALL];

// Compares each position of the lower half of a block with its partner in the upper half. Positions at or past `size`
// have no keys.
void exchange(uint size, uint half_block, uint mask) {
  sync();
  for (uint pair = gl_LocalInvocationID.x; pair < uint(SMALL / 2); pair += uint(WORKGROUP)) {
    uint place = pair % half_block;
    uint lower = 2u * (pair - place) + place, upper = lower ^ mask;
    if (upper >= size) continue;
    uint a = sorted[lower], b = sorted[upper];
    if (encode(b) < encode(a)) {
      sorted[lower] = b;
      sorted[upper] = a;
    }
  }
}

void main() {
  uint index = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (index >= range_count) return;
  uvec2 range = whole > 0u ? uvec2(0u, whole) : small_ranges[index];
  uint size = range.y - range.x;
  for (uint i = gl_LocalInvocationID.x; i < size; i += uint(WORKGROUP)) sorted[i] = keys[range.x + i];
  // Each stage merges pairs of sorted blocks: a step between mirrored positions, then steps at halved distances.
  for (uint block = 2u; block < 2u * size; block *= 2u) {
    exchange(size, block / 2u, block - 1u);
    for (uint distance = block / 4u; distance > 0u; distance /= 2u) exchange(size, distance, distance);
  }
  sync();
  for (uint i = gl_LocalInvocationID.x; i < size; i += uint(WORKGROUP)) keys[range.x + i] = sorted[i];
}
