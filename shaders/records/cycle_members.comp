// Writes every position into its cycle's list of members, indexed by the distance to the leader.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i < n) members[table[walks[i].least] + walks[i].steps] = i;
}
