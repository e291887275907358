// Exclusive prefix sums of each workgroup's chunk of a table, in place, on top of the chunk's own offset.
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"

layout(std430, binding = 0) buffer Table { uint table[]; };
layout(std430, binding = 1) readonly buffer Offsets { uint offsets[]; };
uniform uint count;
uniform uint chunk;
uniform uint has_offsets;

void main() {
  uint first = workgroup_index() * chunk, last = min(count, first + chunk);
  uint offset = has_offsets != 0u ? offsets[workgroup_index()] : 0u;
  for (uint row = first; row < last; row += uint(WORKGROUP)) {
    uint i = row + gl_LocalInvocationID.x;
    uint value = i < last ? table[i] : 0u;
    uint total;
    uint before = workgroup_exclusive_scan(value, total);
    if (i < last) table[i] = offset + before;
    offset += total;
  }
}
