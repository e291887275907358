// One pattern of a step in place: an invocation a comparator. Comparators are disjoint, so no two invocations touch one key.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "networks/pattern.glsl"

layout(std430, binding = 0) buffer Keys { Code keys[]; };
#if PAYLOAD
layout(std430, binding = 1) buffer Payload { uint payload[]; };
#endif

uniform uint log2_lanes;  // invocations a block: pattern.length rounded up to a power of two

void main() {
  Pattern pattern = patterns[0];
  uint c = invocation_index();
  uint lane = c & ((1u << log2_lanes) - 1u);
  uint base = pattern.first + (c >> log2_lanes) * (pattern.lane_mask + 1u);
  uint low = base + lane;
  uint high = pattern.mirrored != 0u ? base + pattern.distance - lane : low + pattern.distance;
  if (lane >= pattern.length || high >= n || low >= n) return;

  Code a = keys[low];
  Code b = keys[high];
  if (precedes(encode(b), encode(a))) {
    keys[low] = b;
    keys[high] = a;
#if PAYLOAD
    uint moved = payload[low];
    payload[low] = payload[high];
    payload[high] = moved;
#endif
  }
}
