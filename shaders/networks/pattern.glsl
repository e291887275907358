// A step's comparators as a pattern; the counterpart of network::Pattern, where its fields are explained.
struct Pattern {
  uint first;
  uint lane_mask;  // period - 1, the period being a power of two
  uint length;
  uint distance;
  uint mirrored;
};
uniform Pattern pattern;
uniform uint n;

// The place that i is compared with, and whether i is the low end; false if i is in no comparator.
bool find_partner(uint i, out uint partner, out bool is_low) {
  uint lane = (i - pattern.first) & pattern.lane_mask;
  if (pattern.mirrored != 0u) {
    is_low = lane < pattern.length;
    partner = i - lane + pattern.distance - lane;
    return i >= pattern.first && lane <= pattern.distance && (is_low || pattern.distance - lane < pattern.length) &&
           partner < n && i < n;
  }
  is_low = lane < pattern.length && i >= pattern.first;
  if (is_low) {
    partner = i + pattern.distance;
    return partner < n;
  }
  partner = i - pattern.distance;
  uint partner_lane = (partner - pattern.first) & pattern.lane_mask;
  return i < n && i >= pattern.first + pattern.distance && partner_lane < pattern.length;
}
