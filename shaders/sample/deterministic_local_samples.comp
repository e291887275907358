// Selects equidistant samples of every sorted sublist, with their positions in the array. The last sample is the
// largest key of the sublist. One invocation per sample.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/deterministic_sublists.glsl"

layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 4) writeonly buffer SampleKeys { Code sample_keys[]; };
layout(std430, binding = 5) writeonly buffer SamplePlaces { uint sample_places[]; };

void main() {
  uint sublist = invocation_index() / samples, number = invocation_index() - sublist * samples;
  if (sublist >= sublists) return;
  uint rank = ((number + 1u) * sublist_size(sublist) - 1u) / samples;  // (number + 1) * size / samples, rounded up, - 1
  uint place = sublist_start(sublist) + rank;
  sample_keys[invocation_index()] = keys[place];  //: reads
  sample_places[invocation_index()] = place;
}
