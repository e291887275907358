// Step 3, after the scan: where each bucket starts, and how many keys it has.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/randomized_tables.glsl"
layout(std430, binding = 7) readonly buffer Table { uint table[]; };
layout(std430, binding = 8) writeonly buffer Starts { uint starts[]; };
layout(std430, binding = 9) writeonly buffer Sizes { uint sizes[]; };

void main() {
  uint i = invocation_index();
  if (i >= count) return;
  Parent parent = parents[i / uint(K)];
  uint bucket = i % uint(K);
  uint start = table[parent.base + bucket * parent.columns] + parent.shift;
  uint end = parent.first + parent.count;
  if (bucket + 1u < uint(K)) end = table[parent.base + (bucket + 1u) * parent.columns] + parent.shift;
  starts[i] = start;
  sizes[i] = end - start;
}
