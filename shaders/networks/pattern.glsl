// Comparators of a step, like network::Step on the host. PATTERNS: number of patterns (network::Pattern). FENCED: some
// pattern has a fence. DIRECTED: some comparators are reversed. LISTED: a table of partners replaces patterns.
#ifdef DIRECTED
#include "common/parity.glsl"
#endif
uniform uint n;

#ifdef LISTED
uniform usampler2D partners;  // texel (i mod W, i div W): partner of i, or i if none; top bit: i gets the larger key
uniform uint partners_log2_width;

// Finds the partner of position i, and whether i gets the smaller key. Returns false if the step leaves i unchanged.
bool find_partner(uint i, out uint partner, out bool gets_smaller) {
  uint column = i & ((1u << partners_log2_width) - 1u);
  uint entry = texelFetch(partners, ivec2(column, i >> partners_log2_width), 0).r;
  partner = entry & 0x7fffffffu;
  gets_smaller = (entry >> 31u) == 0u;
  return partner != i;
}

#else
struct Pattern {
  uint first;
  uint lane_mask;  // period of the pattern minus 1; the period is a power of two
  uint length;
  uint distance;
  uint mirrored;
  uint fence_mask;  // ~(fence - 1), or 0 if the pattern has no fence
  uint flip;
  uint reversed;
};
uniform uint pattern_words[8 * PATTERNS];  // for each pattern, the fields of struct Pattern in order

Pattern pattern_at(int p) {
  return Pattern(pattern_words[8 * p], pattern_words[8 * p + 1], pattern_words[8 * p + 2], pattern_words[8 * p + 3],
                 pattern_words[8 * p + 4], pattern_words[8 * p + 5], pattern_words[8 * p + 6], pattern_words[8 * p + 7]);
}

bool within_fence(Pattern pattern, uint low, uint high) {
#ifdef FENCED
  return ((low ^ high) & pattern.fence_mask) == 0u;
#else
  return true;
#endif
}

bool is_reversed(Pattern pattern, uint low) {
#ifdef DIRECTED
  return parity(low & pattern.flip) != pattern.reversed;
#else
  return false;
#endif
}

// Computes the comparator of lane `lane` in the block at `block` + pattern.first. Returns false if there is none.
bool find_comparator(Pattern pattern, uint block, uint lane, out uint smaller, out uint larger) {
  uint base = block + pattern.first;
  uint low = base + lane;
  uint high = pattern.mirrored != 0u ? base + pattern.distance - lane : low + pattern.distance;
  bool reversed = is_reversed(pattern, low);
  smaller = reversed ? high : low;
  larger = reversed ? low : high;
  return lane < pattern.length && high < n && low < n && within_fence(pattern, low, high);
}

// Finds the other end of the comparator at i, and whether i is its low end. Returns false if i has no comparator.
bool find_other_end(Pattern pattern, uint i, out uint other, out bool is_low) {
  uint lane = (i - pattern.first) & pattern.lane_mask;
  if (pattern.mirrored != 0u) {
    is_low = lane < pattern.length;
    other = i - lane + pattern.distance - lane;
    return i >= pattern.first && lane <= pattern.distance && (is_low || pattern.distance - lane < pattern.length) &&
           other < n && i < n && within_fence(pattern, i, other);
  }
  other = i + pattern.distance;
  is_low = i >= pattern.first && lane < pattern.length && other < n && within_fence(pattern, i, other);
  if (is_low) return true;
  other = i - pattern.distance;
  uint other_lane = (other - pattern.first) & pattern.lane_mask;
  return i < n && i >= pattern.first + pattern.distance && other_lane < pattern.length && within_fence(pattern, other, i);
}

// Finds the partner of position i, and whether i gets the smaller key. Returns false if the step leaves i unchanged.
bool find_partner(uint i, out uint partner, out bool gets_smaller) {
  for (int p = 0; p < PATTERNS; ++p) {
    bool is_low;
    Pattern pattern = pattern_at(p);
    if (find_other_end(pattern, i, partner, is_low)) {
      gets_smaller = is_low != is_reversed(pattern, is_low ? i : partner);
      return true;
    }
  }
  return false;
}
#endif
