// Executes one round (primitives/coset_round.glsl) in place in global memory, with one invocation per coset of keys.
// The list of steps, ROUND, is constant, because software rasterisers execute both sides of every branch.
#include "common/keys.glsl"
#include "common/invocation.glsl"

layout(std430, binding = 0) buffer Keys { Code keys[]; };
uint segment_first;
#define KEY_AT(place) encode(keys[segment_first + (place)])  //: reads
#define PUT_KEY_AT(place, code) keys[segment_first + (place)] = decode(code);  //: writes
#if PAYLOAD
layout(std430, binding = 1) buffer Payload { uint payload[]; };
#define PAYLOAD_AT(place) payload[segment_first + (place)]
#endif
#define APPLY_STEPS ROUND
#include "primitives/coset_round.glsl"
#include "primitives/segments.glsl"

uniform uint bits[LOG2_KEYS];
uniform uint reversed;
uniform uint flip;
uniform uint down;

void main() {
  uint coset = invocation_index(), segment_size;
  if (find_segment(coset, segment_first, segment_size)) coset_round(bits, reversed, flip, down, coset, 0u, segment_size);
}
