// Stores the length of each cycle at its leader, the smallest position, and 0 at all others. The leader's successor is
// the farthest position from the leader.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i >= n) return;
  table[i] = walks[i].least == i ? walks[place_from(i)].steps + 1u : 0u;
}
