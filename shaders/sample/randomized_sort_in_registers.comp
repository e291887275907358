// Sorts small buckets, one per invocation, with a sorting network of CAPACITY keys in registers.
#include "common/keys.glsl"
#include "common/invocation.glsl"
layout(std430, binding = 0) buffer Keys { Code keys[]; };
#if PAYLOAD
layout(std430, binding = 1) buffer Payload { uint payload[]; };
#endif
layout(std430, binding = 5) readonly buffer Buckets { uvec2 buckets[]; };  // first position, number of keys
#define CONTROL_BINDING 11  // sample/randomized_control.glsl
#include "common/counted.glsl"

#if PAYLOAD
#define CARRIES
#endif
#include "sample/randomized_network.glsl"

#define LOAD(c)                                                                      \
  key[c] = Code(0xffffffffu);                                                        \
  if (uint(c) < bucket.y) {                                                          \
    key[c] = encode(keys[bucket.x + uint(c)]);  /*: reads */ \
    LOAD_CARRIED(c)                                                                  \
  }
#define STORE(c)                                                                     \
  if (uint(c) < bucket.y) {                                                          \
    keys[bucket.x + uint(c)] = decode(key[c]);  /*: writes */ \
    STORE_CARRIED(c)                                                                 \
  }
#if PAYLOAD
#define LOAD_CARRIED(c) carried[c] = payload[bucket.x + uint(c)];
#define STORE_CARRIED(c) payload[bucket.x + uint(c)] = carried[c];
#else
#define LOAD_CARRIED(c)
#define STORE_CARRIED(c)
#endif

void main() {
  uint i = invocation_index();
  if (i >= counted()) return;
  uvec2 bucket = buckets[i];
  // Positions past the end hold the largest key. They keep it, because only strictly larger keys are exchanged.
  Code key[CAPACITY];
#ifdef CARRIES
  uint carried[CAPACITY];
#endif
  EACH_KEY(LOAD, 0)
  NETWORK  //: compares -- the network, on keys in registers
  EACH_KEY(STORE, 0)
}
