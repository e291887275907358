// Counts all digits of the keys in one pass, with counters in shared memory. A workgroup processes every
// gl_NumWorkGroups-th range of the array. The sums do not depend on the order of the additions.
#include "common/subgroups.glsl"
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "radix/arrays.glsl"
layout(std430, binding = 5) readonly buffer KeyQuads { uvec4 key_quads[]; };

uniform uint digit_number;  // digits per key

shared uint counters[ALL_DIGITS];

const uint quad_keys = uint(4 / KEY_WORDS);
const uint quads = 4u;  // number of 16-byte loads that an invocation issues before it needs the first result
const uint own_keys = quads * quad_keys;

uint value_of(Code code, uint at) {
  uint mask = rows() - 1u;
#if KEY_WORDS == 1
  return (code >> at) & mask;
#else
  uint value = at < 32u ? code.x >> at : code.y >> (at - 32u);
  if (at < 32u && at + bits > 32u) value |= code.y << (32u - at);
  return value & mask;
#endif
}

// If all keys have the same digit, as in sorted input, add once, because additions to one word are serialised.
void count(Code codes[own_keys]) {
  Code differing = codes[0] ^ codes[0];
  for (uint i = 1u; i < own_keys; ++i) differing |= codes[i] ^ codes[0];
  for (uint d = 0u; d < digit_number; ++d) {
    if (value_of(differing, d * bits) == 0u) {
      atomicAdd(counters[d * rows() + value_of(codes[0], d * bits)], own_keys);
    } else {
      for (uint i = 0u; i < own_keys; ++i) atomicAdd(counters[d * rows() + value_of(codes[i], d * bits)], 1u);
    }
  }
}

void main() {
  uint own = lane(), all = digit_number * rows();
  for (uint i = own; i < all; i += uint(WORKGROUP)) counters[i] = 0u;
  barrier();
  const uint range = uint(WORKGROUP) * own_keys;
  uint whole = n / range;
  for (uint s = workgroup_index(); s < whole; s += columns) {
    Code codes[own_keys];
    for (uint q = 0u; q < quads; ++q) {
      uvec4 quad = key_quads[(s * quads + q) * uint(WORKGROUP) + own];  //: reads -- with its neighbours
#if KEY_WORDS == 1
      for (uint i = 0u; i < 4u; ++i) codes[q * quad_keys + i] = encode(quad[i]);
#else
      codes[q * quad_keys] = encode(quad.xy);
      codes[q * quad_keys + 1u] = encode(quad.zw);
#endif
    }
    count(codes);
  }
  if (workgroup_index() == 0u) {
    for (uint i = whole * range + own; i < n; i += uint(WORKGROUP)) {
      Code code = encode(keys_in[i]);  //: reads
      for (uint d = 0u; d < digit_number; ++d) atomicAdd(counters[d * rows() + value_of(code, d * bits)], 1u);
    }
  }
  barrier();
  for (uint i = own; i < all; i += uint(WORKGROUP)) {
    if (counters[i] > 0u) atomicAdd(table[i], counters[i]);
  }
}
