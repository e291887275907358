// Counts each sorted sublist's keys up to each splitter, and thus the keys per bucket. A workgroup loads one sublist and all
// splitters into shared memory (Dehne and Zaboli, section 4, steps 5 and 6). One invocation searches the middle splitter, then two
// search the middles of the halves, and so on. Searching all splitters at once would cause contention.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/deterministic_sublists.glsl"

layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 4) writeonly buffer Locations { uint locations[]; };  // one row per sublist, one column per splitter
layout(std430, binding = 5) writeonly buffer Counts { uint counts[]; };        // one row per bucket, one column per sublist
layout(std430, binding = 6) readonly buffer SplitterKeys { Code splitter_keys[]; };
layout(std430, binding = 7) readonly buffer SplitterPlaces { uint splitter_places[]; };

shared Code own_keys[SUBLIST];
shared Code own_splitters[SAMPLES];
shared uint places[SAMPLES];  // positions of the splitters; after a search, the position that follows each splitter

uint start;  // position of the sublist's first key
Code key_at(uint place) { return own_keys[place - start]; }
#include "sample/deterministic_follower.glsl"

// Searches splitter number `multiple`, an odd multiple of `step`, between its neighbours, which have been found before.
void find_splitter(uint multiple, uint step, uint end) {
  uint low = multiple > step ? places[multiple - step - 1u] : start;
  uint high = samples - multiple >= step ? places[multiple + step - 1u] : end;
  places[multiple - 1u] = find_follower(own_splitters[multiple - 1u], places[multiple - 1u], low, high);
}

void main() {
  uint sublist = workgroup_index(), local = gl_LocalInvocationID.x;
  if (sublist >= sublists) return;  // the same decision in the whole workgroup, so barriers stay valid
  start = sublist_start(sublist);
  uint end = start + sublist_size(sublist);
  for (uint place = start + local; place < end; place += uint(WORKGROUP)) {
    own_keys[place - start] = encode(keys[place]);  //: reads -- into shared memory
  }
  for (uint splitter = local; splitter < samples; splitter += uint(WORKGROUP)) {
    own_splitters[splitter] = encode(splitter_keys[splitter]);
    places[splitter] = splitter + 1u < samples ? splitter_places[splitter] : end;  // no key follows the largest one
  }
  uint step = 1u;  // find the largest power of two below `samples`
  while (2u * step < samples) step *= 2u;
  for (; step > 0u; step /= 2u) {
    barrier();
    for (uint multiple = (2u * local + 1u) * step; multiple < samples; multiple += 2u * uint(WORKGROUP) * step) {
      find_splitter(multiple, step, end);
    }
  }
  barrier();
  for (uint splitter = local; splitter < samples; splitter += uint(WORKGROUP)) {
    uint before = splitter > 0u ? places[splitter - 1u] : start;
    locations[sublist * samples + splitter] = places[splitter] - start;
    counts[splitter * sublists + sublist] = places[splitter] - before;
  }
}
