// Turns the numbers of keys per value of a digit into targets of their first keys. A workgroup scans every
// gl_NumWorkGroups-th digit. With BLOCK, the only workgroup also decides which passes follow.
#include "common/subgroups.glsl"
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#include "radix/arrays.glsl"

uniform uint digit_number;  // digits per key

#ifdef BLOCK
shared uint most[ALL_DIGITS / DIGITS];  // for each digit, the largest number of keys with the same value

// Stores, behind the counts, the most significant digit in which keys differ, and whether the two last passes replace
// the passes by all digits. They do if no value of this digit has too many keys for a workgroup of the last pass.
void choose() {
  uint digit = digit_number - 1u;
  while (digit > 0u && most[digit] == n) --digit;
  table[uint(ALL_DIGITS)] = digit;
  table[uint(ALL_DIGITS) + 1u] = most[digit] <= uint(BLOCK) ? 1u : 0u;
}
#endif

void main() {
  bool has_value = lane() < rows();
  for (uint digit = workgroup_index(); digit < digit_number; digit += gl_NumWorkGroups.x) {
#ifdef BLOCK
    if (lane() == 0u) most[digit] = 0u;
#endif
    uint at = digit * rows() + lane();
    uint keys = has_value ? table[at] : 0u;
    uint total, before = workgroup_exclusive_scan(keys, total);
    if (has_value) table[at] = before;
#ifdef BLOCK
    atomicMax(most[digit], keys);  // the barriers of the scan separate it from the reset
#endif
  }
#ifdef BLOCK
  barrier();
  if (lane() == 0u) choose();
#endif
}
