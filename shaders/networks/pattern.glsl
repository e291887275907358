// A step's comparators as PATTERNS patterns; the counterpart of network::Pattern, where the fields are explained.
struct Pattern {
  uint first;
  uint lane_mask;  // period - 1, the period being a power of two
  uint length;
  uint distance;
  uint mirrored;
};
uniform Pattern patterns[PATTERNS];
uniform uint n;

// The place that i is compared with by one pattern, and whether i is the low end; false if the pattern leaves i alone.
bool find_partner(Pattern pattern, uint i, out uint partner, out bool is_low) {
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

// The same for the whole step.
bool find_partner(uint i, out uint partner, out bool is_low) {
  for (int p = 0; p < PATTERNS; ++p) {
    if (find_partner(patterns[p], i, partner, is_low)) return true;
  }
  return false;
}
