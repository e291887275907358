// The leader of a cycle, its smallest place, knows the length; all others have 0. The place that the leader goes to
// first is the farthest from it.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i >= n) return;
  table[i] = walks[i].least == i ? walks[place_from(i)].steps + 1u : 0u;
}
