// The exclusive scan of a workgroup's numbers, without assuming anything of subgroups. Needs common/invocation.glsl, and WORKGROUP to be a
// power of two; every invocation of the workgroup calls it.
shared uint scan_sums[2 * WORKGROUP];

// The sum of `value` over the invocations before this one; `total` becomes the sum over all. (Hillis & Steele, Data parallel algorithms,
// CACM 29(12), 1986; each step reads one half of scan_sums and writes the other, so that it needs one barrier.)
uint workgroup_exclusive_scan(uint value, out uint total) {
  uint lane = gl_LocalInvocationID.x;
  uint sum = value, half_read = 0u;
  scan_sums[lane] = sum;
  for (uint reach = 1u; reach < uint(WORKGROUP); reach *= 2u) {
    barrier();
    if (lane >= reach) sum += scan_sums[half_read + lane - reach];
    half_read = uint(WORKGROUP) - half_read;
    scan_sums[half_read + lane] = sum;
  }
  barrier();
  total = scan_sums[half_read + uint(WORKGROUP) - 1u];
  barrier_after_reads();
  return sum - value;
}
