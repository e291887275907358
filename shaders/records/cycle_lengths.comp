// Stores the length of each cycle of the permutation at its leader, the smallest position, and 0 at all other
// positions. The leader's successor is farthest from the leader, so that its distance plus 1 is the length.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i >= n) return;
  table[i] = walks[i].least == i ? walks[place_from(i)].steps + 1u : 0u;
}
