// The sum of each workgroup's chunk of a table.
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"

layout(std430, binding = 0) readonly buffer Table { uint table[]; };
layout(std430, binding = 1) writeonly buffer Sums { uint sums[]; };
uniform uint count;
uniform uint chunk;

void main() {
  uint first = workgroup_index() * chunk, last = min(count, first + chunk);
  uint sum = 0u;
  for (uint i = first + gl_LocalInvocationID.x; i < last; i += uint(WORKGROUP)) sum += table[i];
  uint total;
  workgroup_exclusive_scan(sum, total);
  if (gl_LocalInvocationID.x == 0u) sums[workgroup_index()] = total;
}
