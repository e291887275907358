// Every place knows itself and the place that its record comes from.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i < n) next_walks[i] = Walk(place_from(i), i, 0u);
}
