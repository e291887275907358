// Executes all network steps within aligned tiles of TILE keys in one pass. A workgroup loads a tile into shared
// memory, executes all rounds (primitives/coset_round.glsl) there, and writes the tile back.
#include "common/keys.glsl"
#include "common/invocation.glsl"

layout(std430, binding = 0) buffer Keys { Code keys[]; };
#if PAYLOAD
layout(std430, binding = 1) buffer Payload { uint payload[]; };
#endif
// A round is stored as: named bits, reversed bits, flip, down, number of steps, and the steps. A step has 4 bits, and
// the first step has the lowest ones. It is j for SHIFT(j), or j + 8 for REVERSAL(j).
layout(std430, binding = 2) readonly buffer Rounds { uint rounds[]; };
const uint round_words = uint(LOG2_KEYS) + 6u;

// One word of padding after every 32 words maps strided accesses to different banks of shared memory.
#define BANKED(place) ((place) + ((place) >> 5u))
const uint banked_tile = TILE + TILE / 32u;
shared Code tile_keys[banked_tile];
#define KEY_AT(place) tile_keys[BANKED(place)]
#define PUT_KEY_AT(place, code) tile_keys[BANKED(place)] = code;
#if PAYLOAD
shared uint tile_payload[banked_tile];
#define PAYLOAD_AT(place) tile_payload[BANKED(place)]
#endif

#ifdef ROUND
// All rounds of the pass have the same steps, which are the constant ROUND.
#define APPLY_STEPS ROUND
#else
uint step_count;
uvec2 steps;
#define STEP_IF(j)                          \
  if (LOG2_KEYS > j) {                      \
    if (step_word == uint(j)) {             \
      SHIFT(j)                              \
    } else if (step_word == uint(j) + 8u) { \
      REVERSAL(j)                           \
    }                                       \
  }
#define APPLY_STEPS                                                           \
  for (uint s = 0u; s < step_count; ++s) {                                    \
    uint step_word = ((s < 8u ? steps.x : steps.y) >> (4u * (s & 7u))) & 15u; \
    STEP_IF(0) STEP_IF(1) STEP_IF(2) STEP_IF(3) STEP_IF(4)                    \
  }
#endif
#include "primitives/coset_round.glsl"
#include "primitives/segments.glsl"

#ifndef SEGMENTED
//: works workgroup = place / TILE; local = place % TILE % WORKGROUP
#endif
uniform uint first_round;
uniform uint round_count;

void main() {
  uint tile = workgroup_index(), segment_first, segment_size;
  if (!find_segment(tile, segment_first, segment_size) || tile * TILE >= segment_size) return;  // workgroup-uniform
  uint base = segment_first + tile * TILE;
  uint limit = min(segment_size - tile * TILE, TILE);
  for (uint i = gl_LocalInvocationID.x; i < limit; i += uint(WORKGROUP)) {
    tile_keys[BANKED(i)] = encode(keys[base + i]);  //: reads -- into shared memory
#if PAYLOAD
    tile_payload[BANKED(i)] = payload[base + i];
#endif
  }
  for (uint round = first_round; round < first_round + round_count; ++round) {
    uint words = round * round_words;
    uint bits[LOG2_KEYS];
    for (int j = 0; j < LOG2_KEYS; ++j) bits[j] = rounds[words + uint(j)];
#ifndef ROUND
    step_count = rounds[words + uint(LOG2_KEYS) + 3u];
    steps = uvec2(rounds[words + uint(LOG2_KEYS) + 4u], rounds[words + uint(LOG2_KEYS) + 5u]);
#endif
    barrier();
    uint rest = words + uint(LOG2_KEYS);
    coset_round(bits, rounds[rest], rounds[rest + 1u], rounds[rest + 2u], gl_LocalInvocationID.x, tile * TILE, limit);
  }
  barrier();
  for (uint i = gl_LocalInvocationID.x; i < limit; i += uint(WORKGROUP)) {
    keys[base + i] = decode(tile_keys[BANKED(i)]);  //: writes
#if PAYLOAD
    payload[base + i] = tile_payload[BANKED(i)];
#endif
  }
}
