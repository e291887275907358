// Which array a pass works on: one of n keys or, SEGMENTED, many short ones one behind the other, alike for all of them as far as each
// reaches. STARTS: they begin where a table says; else all have `quotient` keys and the first `remainder` of them one more.
#ifdef SEGMENTED
uniform uint segments;
uniform uint parts;   // workgroups or cosets that look after a segment
uniform uint sorted;  // earlier passes have sorted the segments of up to this many keys
#ifdef STARTS
layout(std430, binding = 3) readonly buffer Starts { uint starts[]; };  // one more than segments
#else
uniform uint quotient;
uniform uint remainder;
#endif

// The segment of part number `part`, which becomes the number within the segment; false if nothing is left to be done there.
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
