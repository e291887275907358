#version 430
// Counts the digits of each share (MOVE = 0), or moves its keys to their targets (MOVE = 1), with one invocation per
// share. It needs no barriers and no shared memory, which suits software rendering.
#include "shares.glsl"

// The keys again, 16 bytes at a time. Software rendering reads them faster.
layout(std430, binding = 5) readonly buffer KeyQuads { uvec4 key_quads[]; };
const uint quad_keys = uint(4 / KEY_WORDS);

// Mesa's software renderer accesses small arrays slowly, so this one has at least 512 elements.
uint own_counts[DIGITS < 512 ? 512 : DIGITS];

void visit(uint i, Key key) {
  uint digit = digit_of(key);
  uint target = own_counts[digit];
  own_counts[digit] = target + 1u;
#if MOVE
  keys_out[target] = key;
#if PAYLOAD
  payload_out[target] = payload_in[i];
#endif
#endif
}

void main() {
  uint share = gl_WorkGroupID.x * uint(WORKGROUP) + gl_LocalInvocationID.x;
  if (share >= shares) return;
  uint smaller = 0u;  // keys with smaller digits
  for (uint digit = 0u; digit < digit_values(); ++digit) {
#if MOVE
    own_counts[digit] = smaller + counts[place_in_counts(digit, share)];
    smaller += totals[digit];
#else
    own_counts[digit] = 0u;
#endif
  }
  // Shares start at multiples of four keys, so the first key is the first of a quad.
  uint i = share * share_keys, last = min(n, i + share_keys);
  for (; i + quad_keys <= last; i += quad_keys) {
    uvec4 quad = key_quads[i / quad_keys];
#if KEY_WORDS == 1
    visit(i, quad.x);
    visit(i + 1u, quad.y);
    visit(i + 2u, quad.z);
    visit(i + 3u, quad.w);
#else
    visit(i, quad.xy);
    visit(i + 1u, quad.zw);
#endif
  }
  for (; i < last; ++i) visit(i, keys_in[i]);
#if !MOVE
  for (uint digit = 0u; digit < digit_values(); ++digit) counts[place_in_counts(digit, share)] = own_counts[digit];
#endif
}
