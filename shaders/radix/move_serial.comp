// Moves every key by its digit, with one invocation per column. A key's target is that of the column's first key with
// its digit, plus its rank. With RANKS, reads the ranks that count_serial.comp stored.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "radix/arrays.glsl"
#define RANKS_READ RANKS
#define RANKS_WRITTEN 0
#include "radix/serial.glsl"

#if PAYLOAD && SAMPLED
uniform usamplerBuffer payload_texels;
#define PAYLOAD_OF(i) texelFetch(payload_texels, int(i)).r
#elif PAYLOAD
#define PAYLOAD_OF(i) payload_in[i]
#endif
uint counters[COUNTERS];

void visit(uint i, Code key, inout uint rank) {
  uint digit = digit_of(key);  //: reads digit=digit key=key
  uint to = counters[digit];
#if RANKS
  to += rank;
#else
  counters[digit] = to + 1u;
#endif
  keys_out[to] = key;  //: writes to=place key=key
#if PAYLOAD
  payload_out[to] = PAYLOAD_OF(i);
#endif
}

void main() {
  uint column = invocation_index();
  if (column >= columns) return;
  for (uint digit = 0u; digit < rows(); ++digit) counters[digit] = table[place_in_table(digit, column)];
  go_over_column(column);
}
