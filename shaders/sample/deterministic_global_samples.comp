// Selects equidistant splitters from the sorted samples, one per invocation. The last splitter is the largest key.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/deterministic_sublists.glsl"

layout(std430, binding = 4) readonly buffer SampleKeys { Code sample_keys[]; };
layout(std430, binding = 5) readonly buffer SamplePlaces { uint sample_places[]; };
layout(std430, binding = 6) writeonly buffer SplitterKeys { Code splitter_keys[]; };
layout(std430, binding = 7) writeonly buffer SplitterPlaces { uint splitter_places[]; };

void main() {
  uint splitter = invocation_index();
  if (splitter >= samples) return;
  uint rank = (splitter + 1u) * sublists - 1u;
  splitter_keys[splitter] = sample_keys[rank];  //: reads
  splitter_places[splitter] = sample_places[rank];
}
