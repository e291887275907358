// Lists the positions of each cycle of the permutation in order of their distance to the cycle's leader.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i < n) members[table[walks[i].least] + walks[i].steps] = i;
}
