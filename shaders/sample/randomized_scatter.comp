// Step 4: finds every key's bucket again, and moves the key to the next free position of its tile in this bucket.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/randomized_tables.glsl"
#include "sample/randomized_search.glsl"
#define COUNTERS COLUMNS
#include "sample/randomized_counters.glsl"
layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 2) writeonly buffer NewKeys { Code new_keys[]; };
#if PAYLOAD
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 3) writeonly buffer NewPayload { uint new_payload[]; };
#endif
layout(std430, binding = 7) readonly buffer Table { uint table[]; };

void main() {
  if (workgroup_index() >= counted()) return;
  Tile tile = tiles[workgroup_index()];
  uint columns = parents[tile.parent].columns, shift = parents[tile.parent].shift;
  for (uint cell = gl_LocalInvocationID.x; cell < uint(K * COLUMNS); cell += uint(WORKGROUP)) {
    counters[cell] = table[tile.column + cell / uint(COLUMNS) * columns + cell % uint(COLUMNS)] + shift;
  }
  load_tree(tile.parent);
  for (uint i = tile.first + gl_LocalInvocationID.x; i < tile.last; i += uint(WORKGROUP)) {
    Code key = keys[i];  //: reads key=key
    uint place = count_up(own_counter(find_bucket(tile.parent, encode(key))));
    new_keys[place] = key;  //: writes place=place key=key
#if PAYLOAD
    new_payload[place] = payload[i];
#endif
  }
}
