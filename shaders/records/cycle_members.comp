// Every place stands among the members of its cycle by its distance to the leader.
#include "records/walk.glsl"

void main() {
  uint i = invocation_index();
  if (i < n) members[table[walks[i].least] + walks[i].steps] = i;
}
