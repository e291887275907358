// Copies the tiles between the buckets that this level distributes to the same positions of the other array.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/randomized_tables.glsl"
layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 2) writeonly buffer NewKeys { Code new_keys[]; };
#if PAYLOAD
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 3) writeonly buffer NewPayload { uint new_payload[]; };
#endif

void main() {
  if (workgroup_index() >= counted()) return;
  Tile tile = tiles[workgroup_index()];
  for (uint i = tile.first + gl_LocalInvocationID.x; i < tile.last; i += uint(WORKGROUP)) {
    new_keys[i] = keys[i];  //: reads, writes
#if PAYLOAD
    new_payload[i] = payload[i];
#endif
  }
}
