// Index of the invocation in its workgroup, a barrier, and an exclusive scan over the workgroup. SUBGROUPS = 1:
// subgroups have 32 invocations, and workgroups have only whole subgroups.
uint lane() {
#if SUBGROUPS
  return gl_SubgroupID * 32u + gl_SubgroupInvocationID;
#else
  return gl_LocalInvocationID.x;
#endif
}

// Barrier between reads of shared memory and later writes to the same words. GLSL needs only barrier(). Some compilers
// move reads beyond it unless there is also a memory barrier.
void barrier_after_reads() {
  memoryBarrierShared();
  barrier();
}

// Returns the sum of `value` over the preceding invocations of the workgroup. All invocations must call it.
#if SUBGROUPS
shared uint scan_sums[WORKGROUP / 32];

uint workgroup_scan(uint value, out uint total) {
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

// Hillis & Steele: each step adds the sum of twice as many invocations. Steps use the halves of scan_sums in turn.
uint workgroup_scan(uint value, out uint total) {
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
