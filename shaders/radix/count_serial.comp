// Counts the digits of each column, with one invocation per column. With RANKS, also stores the rank of each key: the
// number of preceding keys in its column with the same digit.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "radix/arrays.glsl"
#define RANKS_READ 0
#define RANKS_WRITTEN RANKS
#include "radix/serial.glsl"

uint counters[COUNTERS];

void visit(uint i, Code key, inout uint rank) {
  uint digit = digit_of(key);  //: reads digit=digit key=key
  rank = counters[digit];
  counters[digit] = rank + 1u;
}

void main() {
  uint column = invocation_index();
  if (column >= columns) return;
  for (uint digit = 0u; digit < rows(); ++digit) counters[digit] = 0u;
  go_over_column(column);
  for (uint digit = 0u; digit < rows(); ++digit) table[place_in_table(digit, column)] = counters[digit];
}
