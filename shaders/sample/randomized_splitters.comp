// Step 1: each workgroup draws K * A random keys of its bucket and sorts them. Every A-th key becomes a splitter.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/randomized_tables.glsl"
layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 6) writeonly buffer Splitters { Code splitters[]; };
#include "sample/randomized_draw.glsl"

const uint sample_size = uint(K) * uint(A);
shared Code local_keys[sample_size];
#include "sample/odd_even_merge.glsl"

// Returns the generator's state after `steps` steps from x. Squares the step for each bit of `steps`, in O(log steps).
uint advance(uint x, uint steps) {
  uint factor = uint(FACTOR), summand = uint(SUMMAND);
  for (uint rest = steps; rest != 0u; rest /= 2u) {
    if ((rest & 1u) != 0u) x = factor * x + summand;
    summand *= factor + 1u;
    factor *= factor;
  }
  return x;
}

void main() {
  uint q = workgroup_index();
  if (q >= counted()) return;
  Parent parent = parents[q];
  uint start = first_draw(parent);
  for (uint i = gl_LocalInvocationID.x; i < sample_size; i += uint(WORKGROUP)) {
    local_keys[i] = encode(keys[place_drawn(parent, advance(start, i + 1u))]);  //: reads
  }
  sort_local(sample_size);
  for (uint j = gl_LocalInvocationID.x; j < uint(K); j += uint(WORKGROUP)) {
    Code largest = Code(0xffffffffu);
    if (j + 1u < uint(K)) largest = local_keys[(j + 1u) * uint(A) - 1u];
    splitters[q * uint(K) + j] = decode(largest);
  }
}
