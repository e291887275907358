// Doubles the length of each position's walk along its cycle: adds the walk of the position `reach` steps ahead.
#include "records/walk.glsl"

uniform uint reach;

void main() {
  uint i = invocation_index();
  if (i >= n) return;
  Walk walk = walks[i];
  Walk ahead = walks[walk.next];
  if (ahead.least < walk.least) {
    walk.least = ahead.least;
    walk.steps = reach + ahead.steps;
  }
  walk.next = ahead.next;
  next_walks[i] = walk;
}
