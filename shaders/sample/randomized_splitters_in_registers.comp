// Step 1 for many buckets with few splitters: one invocation draws and sorts K * A keys. Every A-th becomes a splitter.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "sample/randomized_tables.glsl"
layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 6) writeonly buffer Splitters { Code splitters[]; };
#include "sample/randomized_network.glsl"
#include "sample/randomized_draw.glsl"

#define DRAW(i)                          \
  x = uint(FACTOR) * x + uint(SUMMAND);  \
  key[i] = encode(keys[place_drawn(parent, x)]);  //: reads
#define STORE(j) splitters[q * uint(K) + uint(j)] = decode(key[(j + 1) * A - 1]);

void main() {
  uint q = invocation_index();
  if (q >= counted()) return;
  Parent parent = parents[q];
  Code key[K * A];
  uint x = first_draw(parent);
  EACH_KEY(DRAW, 0)
  NETWORK  //: compares -- the network, on keys in registers
  EACH_SPLITTER(STORE, 0)
  splitters[q * uint(K) + uint(K - 1)] = decode(Code(0xffffffffu));
}
