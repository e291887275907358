// Exclusive prefix sums of one number per invocation of a workgroup, in the order of lane(). Every invocation of the
// workgroup must call it. Needs common/invocation.glsl.
#ifdef SUBGROUPS
shared uint scan_sums[WORKGROUP / 32];

uint workgroup_exclusive_scan(uint value, out uint total) {
  uint sum = subgroupInclusiveAdd(value);
  if (gl_SubgroupInvocationID == 31u) scan_sums[gl_SubgroupID] = sum;
  barrier();
  uint before = 0u;
  total = 0u;
  for (uint i = 0u; i < uint(WORKGROUP / 32); ++i) {
    uint found = scan_sums[i];
    if (i < gl_SubgroupID) before += found;
    total += found;
  }
  barrier_after_reads();
  return before + sum - value;
}
#else
shared uint scan_sums[2 * WORKGROUP];

// Returns the sum of `value` over preceding invocations. `total`: sum over all invocations. (Hillis & Steele, Data parallel
// algorithms, CACM 29(12), 1986. Steps read and write alternate halves of scan_sums, with one barrier per step.)
uint workgroup_exclusive_scan(uint value, out uint total) {
  uint own = lane();
  uint sum = value, half_read = 0u;
  scan_sums[own] = sum;
  for (uint reach = 1u; reach < uint(WORKGROUP); reach *= 2u) {
    barrier();
    if (own >= reach) sum += scan_sums[half_read + own - reach];
    half_read = uint(WORKGROUP) - half_read;
    scan_sums[half_read + own] = sum;
  }
  barrier();
  total = scan_sums[half_read + uint(WORKGROUP) - 1u];
  barrier_after_reads();
  return sum - value;
}
#endif
