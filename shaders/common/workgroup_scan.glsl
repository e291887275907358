// The exclusive scan of a workgroup's numbers, without assuming anything of subgroups. Needs common/invocation.glsl, and WORKGROUP to be a
// power of two; every invocation of the workgroup calls it.
shared uint scan_sums[WORKGROUP];

// The sum of `value` over the invocations before this one; `total` becomes the sum over all. (Hillis & Steele, Data parallel algorithms,
// CACM 29(12), 1986.)
uint workgroup_exclusive_scan(uint value, out uint total) {
  uint lane = gl_LocalInvocationID.x;
  uint sum = value;
  scan_sums[lane] = sum;
  for (uint reach = 1u; reach < uint(WORKGROUP); reach *= 2u) {
    barrier();
    uint left = lane >= reach ? scan_sums[lane - reach] : 0u;
    barrier();
    sum += left;
    scan_sums[lane] = sum;
  }
  barrier();
  total = scan_sums[uint(WORKGROUP) - 1u];
  barrier();
  return sum - value;
}
