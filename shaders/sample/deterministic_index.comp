// Counts each sorted sublist's keys up to each splitter by binary search, and thus the keys per bucket. Position breaks
// ties. An invocation searches SEARCHES successive splitters in one sublist, each search starting at the previous result.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/deterministic_sublists.glsl"

layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 4) writeonly buffer Locations { uint locations[]; };  // one row per sublist, one column per splitter
layout(std430, binding = 5) writeonly buffer Counts { uint counts[]; };        // one row per bucket, one column per sublist
layout(std430, binding = 6) readonly buffer SplitterKeys { Code splitter_keys[]; };
layout(std430, binding = 7) readonly buffer SplitterPlaces { uint splitter_places[]; };

Code key_at(uint place) { return encode(keys[place]); }  //: reads
#include "sample/deterministic_follower.glsl"

uint find_splitter(uint splitter, uint low, uint high) {
  return find_follower(encode(splitter_keys[splitter]), splitter_places[splitter], low, high);
}

void main() {
  uint part = invocation_index() / sublists, sublist = invocation_index() - part * sublists;
  uint first = part * uint(SEARCHES), last = min(samples, first + uint(SEARCHES));
  uint start = sublist_start(sublist), end = start + sublist_size(sublist);
  uint before = start;
  if (first > 0u && first < last) before = find_splitter(first - 1u, start, end);
  for (uint splitter = first; splitter < last; ++splitter) {
    uint follower = find_splitter(splitter, before, end);
    locations[sublist * samples + splitter] = follower - start;
    counts[splitter * sublists + sublist] = follower - before;
    before = follower;
  }
}
