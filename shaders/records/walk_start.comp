// Initialises every position with itself and the source of its record.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i < n) next_walks[i] = Walk(place_from(i), i, 0u);
}
