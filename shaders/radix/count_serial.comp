// Counts the digits of each column, one invocation a column; with RANKS also how many keys of the same digit a key has before it in its
// column.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "radix/arrays.glsl"
#include "radix/serial.glsl"
#if RANKS
layout(std430, binding = 6) writeonly buffer Ranks { uint ranks[]; };
#endif

uint counters[COUNTERS];

void visit(uint i, Code key) {
  uint digit = digit_of(key);
  uint before = counters[digit];
  counters[digit] = before + 1u;
#if RANKS
  ranks[i] = before;
#endif
}

void main() {
  uint column = invocation_index();
  if (column >= columns) return;
  for (uint digit = 0u; digit < rows(); ++digit) counters[digit] = 0u;
  go_over_column(column);
  for (uint digit = 0u; digit < rows(); ++digit) table[place_in_table(digit, column)] = counters[digit];
}
