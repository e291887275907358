// Executes successive network steps of any kind within aligned tiles of TILE keys in one pass. A workgroup loads one
// tile into shared memory, executes all steps' comparators with all its invocations, and writes the tile back.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#define PATTERNS 1
#include "networks/pattern.glsl"

layout(std430, binding = 0) buffer Keys { Code keys[]; };
#if PAYLOAD
layout(std430, binding = 1) buffer Payload { uint payload[]; };
#endif
layout(std430, binding = 2) readonly buffer Comparators { uvec2 comparators[]; };  // positions of the smaller and the larger key
// One step of the sweep: a pattern, log2 of its lanes per block, and its lanes per tile (slots). If `listed` is set, a
// slot is a listed comparator instead, from index `first` on.
struct Sweep {
  Pattern pattern;
  uint log2_lanes;
  uint slots;
  uint listed;
};
layout(std430, binding = 3) readonly buffer Sweeps { Sweep sweeps[]; };
uniform uint first_sweep;
uniform uint sweep_count;

//: works workgroup = place / TILE; local = place % TILE % WORKGROUP
shared Code tile_keys[TILE];
#if PAYLOAD
shared uint tile_payload[TILE];
#endif

void exchange(uint smaller, uint larger) {
  Code a = tile_keys[smaller];  //: reads
  Code b = tile_keys[larger];  //: reads
  if (precedes(b, a)) {  //: compares
    tile_keys[smaller] = b;  //: writes
    tile_keys[larger] = a;  //: writes
#if PAYLOAD
    uint moved = tile_payload[smaller];
    tile_payload[smaller] = tile_payload[larger];
    tile_payload[larger] = moved;
#endif
  }
}

void main() {
  uint base = workgroup_index() * TILE;
  if (base >= n) return;  // the condition is equal for the whole workgroup, so barriers stay valid
  uint limit = min(n - base, TILE);
  for (uint i = gl_LocalInvocationID.x; i < limit; i += uint(WORKGROUP)) {
    tile_keys[i] = encode(keys[base + i]);  //: reads
#if PAYLOAD
    tile_payload[i] = payload[base + i];
#endif
  }
  for (uint s = first_sweep; s < first_sweep + sweep_count; ++s) {
    barrier();
    Sweep sweep = sweeps[s];
    for (uint c = gl_LocalInvocationID.x; c < sweep.slots; c += uint(WORKGROUP)) {
      uint smaller, larger;
      if (sweep.listed != 0u) {
        uvec2 comparator = comparators[sweep.pattern.first + c];
        exchange(comparator.x, comparator.y);
      } else {
        uint block = base + (c >> sweep.log2_lanes) * (sweep.pattern.lane_mask + 1u);
        uint lane = c & ((1u << sweep.log2_lanes) - 1u);
        if (find_comparator(sweep.pattern, block, lane, smaller, larger)) exchange(smaller - base, larger - base);
      }
    }
  }
  barrier();
  for (uint i = gl_LocalInvocationID.x; i < limit; i += uint(WORKGROUP)) {
    keys[base + i] = decode(tile_keys[i]);  //: writes
#if PAYLOAD
    payload[base + i] = tile_payload[i];
#endif
  }
}
