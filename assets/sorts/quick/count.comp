#version 430
// Counts the keys of each share that are smaller than the pivot of the part, and those that are equal to it.
#include "keys.glsl"
#include "workgroup.glsl"
#include "shares.glsl"
#include "pivot.glsl"
layout(std430, binding = 2) writeonly buffer ShareCounts { uvec2 share_counts[]; };

void main() {
  uint pivot = pivot_of(own_part());
  uvec2 share = own_share();
  uvec2 found = uvec2(0u);  // smaller, equal
  for (uint i = share.x + gl_LocalInvocationID.x; i < share.y; i += uint(WORKGROUP)) {
    uint code = encode(keys[i]);
    found += uvec2(code < pivot ? 1u : 0u, code == pivot ? 1u : 0u);
  }
  uvec2 total;
  scan(found, total);
  if (gl_LocalInvocationID.x == 0u) share_counts[gl_WorkGroupID.y * shares + gl_WorkGroupID.x] = total;
}
