// Scans the key counts of each digit's values into targets of first keys. One workgroup per digit.
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
