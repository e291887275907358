// Segments of a pass: the whole array of n keys or, with SEGMENTED, many consecutive arrays. STARTS: a table contains
// their starts. Otherwise each has `quotient` keys, and the first `remainder` have one more.
#ifdef SEGMENTED
uniform uint segments;
uniform uint parts;   // workgroups or cosets per segment
uniform uint sorted;  // earlier passes have sorted all segments with at most this many keys
#ifdef STARTS
layout(std430, binding = 3) readonly buffer Starts { uint starts[]; };  // starts of segments, and the end of the last
#else
uniform uint quotient;
uniform uint remainder;
#endif

// Finds the segment of part `part`, and makes `part` its index in the segment. Returns false if the segment needs no work.
bool find_segment(inout uint part, out uint first, out uint size) {
  uint segment = part / parts;
  part -= segment * parts;
  first = size = 0u;
  if (segment >= segments) return false;
#ifdef STARTS
  first = starts[segment];
  size = starts[segment + 1u] - first;
#else
  first = segment * quotient + min(segment, remainder);
  size = quotient + (segment < remainder ? 1u : 0u);
#endif
  return size > sorted;
}

#else
uniform uint n;

bool find_segment(inout uint part, out uint first, out uint size) {
  first = 0u;
  size = n;
  return true;
}
#endif
