// One round over global memory, in place: an invocation a coset. ROUND is the list of steps, known when this is compiled, since software
// rasterisers execute both sides of every branch.
#include "common/keys.glsl"
#include "common/invocation.glsl"

layout(std430, binding = 0) buffer Keys { Code keys[]; };
#define KEY_AT(place) encode(keys[place])
#define PUT_KEY_AT(place, code) keys[place] = decode(code);
#if PAYLOAD
layout(std430, binding = 1) buffer Payload { uint payload[]; };
#define PAYLOAD_AT(place) payload[place]
#endif
#define APPLY_STEPS ROUND
#include "networks/coset_round.glsl"

uniform uint n;
uniform uint bits[LOG2_KEYS];
uniform uint reversed;
uniform uint flip;
uniform uint down;

void main() { coset_round(bits, reversed, flip, down, invocation_index(), 0u, n); }
