// State of walking from a position along its cycle of the permutation; see compute/algorithms/records/reference.h.
#include "common/invocation.glsl"
#include "records/order.glsl"

struct Walk {
  uint next;   // position reached after 2^k steps
  uint least;  // smallest of the first 2^k positions of the walk, the start included
  uint steps;  // number of steps from the start to `least`
};
layout(std430, binding = 3) readonly buffer Walks { Walk walks[]; };
layout(std430, binding = 4) writeonly buffer NextWalks { Walk next_walks[]; };
layout(std430, binding = 5) buffer Table { uint table[]; };  // cycle lengths by leader; after the scan, their starts
layout(std430, binding = 6) buffer Members { uint members[]; };
uniform uint n;
