// Data of a position about its cycle; see compute/algorithms/records/reference.h.
#include "common/invocation.glsl"
#include "records/order.glsl"

struct Walk {
  uint next;   // position after 2^k steps
  uint least;  // smallest of the 2^k positions from here on
  uint steps;  // steps from here to that position
};
layout(std430, binding = 3) readonly buffer Walks { Walk walks[]; };
layout(std430, binding = 4) writeonly buffer NextWalks { Walk next_walks[]; };
layout(std430, binding = 5) buffer Table { uint table[]; };  // lengths of cycles by leader, then their starts
layout(std430, binding = 6) buffer Members { uint members[]; };
uniform uint n;
