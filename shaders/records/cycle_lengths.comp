// Stores the length of each cycle of a permutation at its leader, the smallest position, and 0 at other positions. The
// leader's successor is farthest from the leader: its distance plus 1 is the length.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i >= n) return;
  table[i] = walks[i].least == i ? walks[place_from(i)].steps + 1u : 0u;
}
