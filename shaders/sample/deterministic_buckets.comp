// Computes the start and size of every bucket from the scanned counts, with one invocation per bucket.
#include "common/invocation.glsl"
#include "sample/deterministic_sublists.glsl"

layout(std430, binding = 4) writeonly buffer Buckets { uint buckets[]; };  // start of each bucket, then the end
layout(std430, binding = 5) readonly buffer Starts { uint starts[]; };     // one row per bucket, one column per sublist
layout(std430, binding = 6) writeonly buffer Sizes { uint sizes[]; };
uniform uint n;

uint start_of(uint bucket) { return bucket < samples ? starts[bucket * sublists] : n; }

void main() {
  uint bucket = invocation_index();
  if (bucket > samples) return;
  buckets[bucket] = start_of(bucket);
  if (bucket < samples) sizes[bucket] = start_of(bucket + 1u) - start_of(bucket);
}
