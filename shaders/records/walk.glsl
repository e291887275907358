// What a place knows of its cycle; compute/algorithms/records/reference.h says what for.
#include "common/invocation.glsl"
#include "records/order.glsl"

struct Walk {
  uint next;   // the place 2^k steps on
  uint least;  // the smallest of the 2^k places from here on
  uint steps;  // how many steps on that is
};
layout(std430, binding = 3) readonly buffer Walks { Walk walks[]; };
layout(std430, binding = 4) writeonly buffer NextWalks { Walk next_walks[]; };
layout(std430, binding = 5) buffer Table { uint table[]; };  // lengths of cycles by their leader, then where they start
layout(std430, binding = 6) buffer Members { uint members[]; };
uniform uint n;
