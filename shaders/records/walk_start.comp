// Starts the walk of every position: one step, to the position from which its record comes.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i < n) next_walks[i] = Walk(place_from(i), i, 0u);
}
