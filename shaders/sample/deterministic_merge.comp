// Merges WAYS adjacent sorted runs, with one invocation per merged run. Of equal keys, the earlier run's comes first. A
// run has `width` keys of a sublist or, with BUCKETS, the keys of `width` sublists in one bucket.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/repeat.glsl"
#include "sample/deterministic_sublists.glsl"

layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 2) writeonly buffer MergedKeys { Code merged_keys[]; };
#if PAYLOAD
layout(std430, binding = 1) readonly buffer Payload { uint payload[]; };
layout(std430, binding = 3) writeonly buffer MergedPayload { uint merged_payload[]; };
#endif
uniform uint width;
uniform uint groups;  // merged runs per sublist or bucket

#ifdef BUCKETS
layout(std430, binding = 5) readonly buffer Starts { uint starts[]; };  // one row per bucket, one column per sublist
uint run_start(uint bucket, uint run) {
  uint entry = bucket * sublists + min(run * width, sublists);
  return entry < samples * sublists ? starts[entry] : sublist_start(sublists);
}
#else
uint run_start(uint sublist, uint run) { return sublist_start(sublist) + min(run * width, sublist_size(sublist)); }
#endif

// Starts run x, which follows run x - 1: position of its next key, end of the run, and next key in encoded form.
#define BEGIN(x)                                              \
  next[x] = stop;                                             \
  stop = end[x] = run_start(segment, group * uint(WAYS) + uint(x) + 1u); \
  head[x] = next[x] < end[x] ? encode(keys[next[x]]) : Code(0u);  //: reads
// Visits runs from the last to the first, so that the first run wins among equal keys.
#define LOOK_AT(x)                                            \
  if (next[x] < end[x] && !precedes(least, head[x])) {  /*: compares */ \
    least = head[x];                                          \
    from = x;                                                 \
    place = next[x];                                          \
  }
#define LOOK(i) LOOK_AT(WAYS - 1 - (i))
#define ADVANCE(x)                                            \
  if (x == from) {                                            \
    head[x] = following;                                      \
    next[x] = place + 1u;                                     \
  }

void main() {
#ifdef BUCKETS
  uint segments = samples;
#else
  uint segments = sublists;
#endif
  uint segment = invocation_index() / groups, group = invocation_index() - segment * groups;
  if (segment >= segments) return;

  uint next[WAYS], end[WAYS];
  Code head[WAYS];
  uint start = run_start(segment, group * uint(WAYS)), stop = start;
  EACH_WAY(BEGIN, 0)
  for (uint to = start; to < stop; ++to) {
    // Takes the first of the runs with the smallest next key. At least one run has keys until all positions are filled.
    Code least = Code(0xffffffffu);
    int from = 0;
    uint place = start;
    EACH_WAY(LOOK, 0)
    merged_keys[to] = decode(least);  //: writes to=place
#if PAYLOAD
    merged_payload[to] = payload[place];
#endif
    Code following = encode(keys[min(place + 1u, stop - 1u)]);  //: reads -- or the next run's, never looked at
    EACH_WAY(ADVANCE, 0)
  }
}
