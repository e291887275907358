// Executes a part of a network step in place: one pattern, or the listed comparators. Each invocation executes one
// comparator. Comparators are disjoint, so no two invocations access the same key.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#ifdef LISTED
layout(std430, binding = 2) readonly buffer Comparators { uvec2 comparators[]; };  // positions of the smaller and the larger key
uniform uint first_comparator;
uniform uint comparator_count;
#else
#include "networks/pattern.glsl"
//: works invocation = (low - pattern_words[0]) / (pattern_words[1] + 1) << log2_lanes | (low - pattern_words[0] & pattern_words[1]); if = low >= pattern_words[0] && (low - pattern_words[0] & pattern_words[1]) < pattern_words[2]
uniform uint log2_lanes;  // log2 of the number of invocations per block: pattern.length, rounded up to a power of two
#endif

layout(std430, binding = 0) buffer Keys { Code keys[]; };
#if PAYLOAD
layout(std430, binding = 1) buffer Payload { uint payload[]; };
#endif

#ifdef LISTED
bool find_comparator(uint c, out uint smaller, out uint larger) {
  if (c >= comparator_count) return false;
  uvec2 comparator = comparators[first_comparator + c];
  smaller = comparator.x;
  larger = comparator.y;
  return true;
}
#else
bool find_comparator(uint c, out uint smaller, out uint larger) {
  Pattern pattern = pattern_at(0);
  uint lane = c & ((1u << log2_lanes) - 1u);
  return find_comparator(pattern, (c >> log2_lanes) * (pattern.lane_mask + 1u), lane, smaller, larger);
}
#endif

void main() {
  uint smaller, larger;
  if (!find_comparator(invocation_index(), smaller, larger)) return;  //: finds smaller=min_place larger=max_place
  Code a = keys[smaller];  //: reads smaller=min_place a=min_before
  Code b = keys[larger];  //: reads larger=max_place b=max_before
  if (precedes(encode(b), encode(a))) {  //: compares a=min_before b=max_before
    keys[smaller] = b;  //: writes smaller=min_place b=max_before when=swaps
    keys[larger] = a;  //: writes larger=max_place a=min_before when=swaps
#if PAYLOAD
    uint moved = payload[smaller];
    payload[smaller] = payload[larger];
    payload[larger] = moved;
#endif
  }
}
