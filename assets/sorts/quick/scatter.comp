#version 430
// Writes the keys of each part to the second array: first those smaller than the pivot, then the equal ones, then the
// larger ones. Each workgroup writes its share to places that follow from the counts of all shares of its part.
#include "keys.glsl"
#include "workgroup.glsl"
#include "shares.glsl"
#include "pivot.glsl"
layout(std430, binding = 2) readonly buffer ShareCounts { uvec2 share_counts[]; };
layout(std430, binding = 3) writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, binding = 4) writeonly buffer Bounds { uvec2 bounds[]; };

// Keys that an invocation loads between two scans.
const uint items = 8u;

void main() {
  uint own = gl_LocalInvocationID.x;
  uvec2 part = own_part(), share = own_share();
  uint pivot = pivot_of(part);
  // Smaller and equal keys in all shares of the part, and in the shares before this one.
  uvec2 in_all = uvec2(0u), in_earlier = uvec2(0u);
  for (uint i = own; i < shares; i += uint(WORKGROUP)) {
    uvec2 found = share_counts[gl_WorkGroupID.y * shares + i];
    in_all += found;
    if (i < gl_WorkGroupID.x) in_earlier += found;
  }
  uvec2 all, earlier;
  scan(in_all, all);
  scan(in_earlier, earlier);
  uint equal_start = part.x + all.x, larger_start = equal_start + all.y;
  if (gl_WorkGroupID.x == 0u && own == 0u) bounds[gl_WorkGroupID.y] = uvec2(equal_start, larger_start);
  // Places of the next smaller, equal and larger key of the share.
  uvec3 next = uvec3(part.x + earlier.x, equal_start + earlier.y,
                     larger_start + (share.x - part.x) - earlier.x - earlier.y);
  for (uint tile = share.x; tile < share.y; tile += items * uint(WORKGROUP)) {
    uint first = tile + own * items, last = min(first + items, share.y);
    uvec2 found = uvec2(0u);
    for (uint i = first; i < last; ++i) {
      uint code = encode(keys[i]);
      found += uvec2(code < pivot ? 1u : 0u, code == pivot ? 1u : 0u);
    }
    uvec2 total, before = scan(found, total);
    uvec3 target = next + uvec3(before, min(first, share.y) - tile - before.x - before.y);
    for (uint i = first; i < last; ++i) {
      uint key = keys[i], code = encode(key);
      uint side = code < pivot ? 0u : code == pivot ? 1u : 2u;
      keys_out[target[side]] = key;
      ++target[side];
    }
    next += uvec3(total, min(items * uint(WORKGROUP), share.y - tile) - total.x - total.y);
  }
}
