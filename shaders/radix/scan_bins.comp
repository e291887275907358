// Turns the numbers of keys per value of a digit into targets of their first keys, with one workgroup per digit.
#include "common/subgroups.glsl"
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#include "radix/arrays.glsl"

void main() {
  uint at = workgroup_index() * rows() + lane();
  bool has_value = lane() < rows();
  uint total, before = workgroup_exclusive_scan(has_value ? table[at] : 0u, total);
  if (has_value) table[at] = before;
}
