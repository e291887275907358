// Moves the keys of each sublist to their buckets, after the keys of earlier sublists. LANES invocations together move
// the keys that one sublist has in one bucket.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/deterministic_sublists.glsl"

layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 2) writeonly buffer MovedKeys { Code moved_keys[]; };
#if PAYLOAD
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 3) writeonly buffer MovedPayload { uint moved_payload[]; };
#endif
layout(std430, binding = 4) readonly buffer Locations { uint locations[]; };  // one row per sublist, one column per splitter
layout(std430, binding = 5) readonly buffer Starts { uint starts[]; };        // one row per bucket, one column per sublist

void main() {
  uint run = invocation_index() / uint(LANES), lane = invocation_index() - run * uint(LANES);
  uint sublist = run / samples, bucket = run - sublist * samples;
  if (sublist >= sublists) return;
  uint first = bucket > 0u ? locations[run - 1u] : 0u;
  uint from = sublist_start(sublist) + first;
  uint to = starts[bucket * sublists + sublist];
  uint size = locations[run] - first;
  for (uint i = lane; i < size; i += uint(LANES)) {
    moved_keys[to + i] = keys[from + i];  //: reads, writes
#if PAYLOAD
    moved_payload[to + i] = payload[from + i];
#endif
  }
}
