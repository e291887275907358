// Segments to sort in a pass: the array of n keys or, with SEGMENTED, many consecutive arrays. With STARTS, a table has
// their starts. Otherwise each segment has `quotient` keys, and the first `remainder` have one more.
#ifdef SEGMENTED
uniform uint segments;
uniform uint parts;   // workgroups or cosets per segment
uniform uint sorted;  // no work for segments with at most this many keys, which earlier passes have sorted
#ifdef STARTS
layout(std430, binding = 3) readonly buffer Starts { uint starts[]; };  // start of each segment, end of the last
#else
uniform uint quotient;
uniform uint remainder;
#endif

// Finds the segment of part `part`, and makes `part` relative to it. Returns false if the segment needs no work.
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
