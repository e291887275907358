#version 430
// Lists the parts of the next round and the ranges that are small, with a single workgroup. The lists are in the order
// of the parts, so that a sort repeats exactly.
#include "workgroup.glsl"
#include "parts.glsl"
layout(std430, binding = 2) readonly buffer Bounds { uvec2 bounds[]; };
layout(std430, binding = 3) writeonly buffer NextParts { uvec2 next_parts[]; };
layout(std430, binding = 4) writeonly buffer SmallRanges { uvec2 small_ranges[]; };
layout(std430, binding = 5) writeonly buffer Lengths { uint next_length, small_length; };

uniform uint part_count;  // number of parts of this round
uniform uint old_ranges;  // number of small ranges of earlier rounds

// Adds a range to the number of parts, to the number of small ranges, or to none: a single key is at its place.
uvec2 counted(uvec2 range) {
  uint size = range.y - range.x;
  return uvec2(size > uint(SMALL) ? 1u : 0u, size > 1u && size <= uint(SMALL) ? 1u : 0u);
}

void main() {
  uint own = gl_LocalInvocationID.x, each = (part_count + uint(WORKGROUP) - 1u) / uint(WORKGROUP);
  uint first = min(own * each, part_count), last = min(first + each, part_count);
  uvec2 found = uvec2(0u);
  for (uint i = first; i < last; ++i) {
    uvec2 part = part_at(i), bound = bounds[i];
    found += counted(uvec2(part.x, bound.x)) + counted(uvec2(bound.y, part.y));
  }
  uvec2 total, next = scan(found, total);
  next.y += old_ranges;
  for (uint i = first; i < last; ++i) {
    uvec2 part = part_at(i), bound = bounds[i];
    for (uint side = 0u; side < 2u; ++side) {
      uvec2 range = side == 0u ? uvec2(part.x, bound.x) : uvec2(bound.y, part.y);
      uvec2 one = counted(range);
      if (one.x > 0u) next_parts[next.x] = range;
      if (one.y > 0u) small_ranges[next.y] = range;
      next += one;
    }
  }
  if (own == 0u) {
    next_length = total.x;
    small_length = old_ranges + total.y;
  }
}
