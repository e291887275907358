// Step 3, after the scan: stores each bucket's start and size, and whether its splitters and thus its keys are equal.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/randomized_tables.glsl"
layout(std430, binding = 6) readonly buffer Splitters { Code splitters[]; };
layout(std430, binding = 7) readonly buffer Table { uint table[]; };
layout(std430, binding = 8) writeonly buffer Starts { uint starts[]; };
layout(std430, binding = 9) writeonly buffer Sizes { uint sizes[]; };
layout(std430, binding = 10) writeonly buffer Found { uint found[]; };  // for the host: start, size, whether all equal

void main() {
  uint i = invocation_index();
  if (i >= counted()) return;
  Parent parent = parents[i / uint(K)];
  uint bucket = i % uint(K);
  uint start = table[parent.base + bucket * parent.columns] + parent.shift;
  uint end = parent.first + parent.count;
  if (bucket + 1u < uint(K)) end = table[parent.base + (bucket + 1u) * parent.columns] + parent.shift;
  starts[i] = start;
  sizes[i] = end - start;
  bool inner = bucket > 0u && bucket + 1u < uint(K);
  found[3u * i] = start;
  found[3u * i + 1u] = end - start;
  found[3u * i + 2u] = uint(inner && !precedes(encode(splitters[i - 1u]), encode(splitters[i])));
}
