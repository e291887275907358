// Step 2: counts each tile's keys per bucket. Adds the COUNTERS counters of a bucket to COLUMNS table columns.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/randomized_tables.glsl"
#include "sample/randomized_search.glsl"
#include "sample/randomized_counters.glsl"
layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 7) writeonly buffer Table { uint table[]; };

void main() {
  if (workgroup_index() >= counted()) return;
  Tile tile = tiles[workgroup_index()];
  for (uint c = gl_LocalInvocationID.x; c < uint(K * COUNTERS); c += uint(WORKGROUP)) counters[c] = 0u;
  load_tree(tile.parent);
  for (uint i = tile.first + gl_LocalInvocationID.x; i < tile.last; i += uint(WORKGROUP)) {
    count_up(own_counter(find_bucket(tile.parent, encode(keys[i]))));  //: reads
  }
  barrier();
  uint columns = parents[tile.parent].columns;
  for (uint cell = gl_LocalInvocationID.x; cell < uint(K * COLUMNS); cell += uint(WORKGROUP)) {
    uint bucket = cell / uint(COLUMNS), column = cell % uint(COLUMNS);
    uint sum = 0u;
    for (uint c = column; c < uint(COUNTERS); c += uint(COLUMNS)) sum += counters[bucket * uint(COUNTERS) + c];
    table[tile.column + bucket * columns + column] = sum;
  }
}
