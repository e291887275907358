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

void set_workgroups(uint pass, uint number) {
  uint at = uint(ALL_DIGITS) + 1u + 3u * pass;
  table[at] = number;
  table[at + 1u] = table[at + 2u] = 1u;
}

// Stores, behind the counts, the most significant digit in which keys differ. Then stores numbers of workgroups: of a
// pass by one of all digits, of the pass by the chosen digit, and of the last pass. In the last pass, a workgroup sorts
// the keys with one value of the chosen digit. The two last passes replace the others if no value has too many keys.
void choose() {
  uint digit = digit_number - 1u;
  while (digit > 0u && most[digit] == n) --digit;
  bool one = most[digit] <= uint(BLOCK);
  table[uint(ALL_DIGITS)] = digit;
  set_workgroups(0u, one ? 0u : columns);
  set_workgroups(1u, one ? columns : 0u);
  set_workgroups(2u, one ? uint(DIGITS) : 0u);
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
