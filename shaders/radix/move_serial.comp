// Moves every key to its place by the digit, one invocation a column: where the column's first key of the digit goes, and one further for
// each that follows. With RANKS those that come before it have been counted.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "radix/arrays.glsl"
#include "radix/serial.glsl"
#if RANKS
layout(std430, binding = 6) readonly buffer Ranks { uint ranks[]; };
uint own_column;
#else
uint counters[COUNTERS];
#endif

void visit(uint i, Code key) {
  uint digit = digit_of(key);
#if RANKS
  uint to = table[place_in_table(digit, own_column)] + ranks[i];
#else
  uint to = counters[digit];
  counters[digit] = to + 1u;
#endif
  keys_out[to] = key;
#if PAYLOAD
  payload_out[to] = payload_in[i];
#endif
}

void main() {
  uint column = invocation_index();
  if (column >= columns) return;
#if RANKS
  own_column = column;
#else
  for (uint digit = 0u; digit < rows(); ++digit) counters[digit] = table[place_in_table(digit, column)];
#endif
  go_over_column(column);
}
