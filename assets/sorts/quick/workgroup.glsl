// Helpers for workgroups of WORKGROUP invocations.
layout(local_size_x = WORKGROUP) in;

// Barrier for accesses to shared memory. GLSL needs only barrier(). Some compilers move reads beyond it unless there is
// also a memory barrier.
void sync() {
  memoryBarrierShared();
  barrier();
}

shared uvec2 scan_sums[2 * WORKGROUP];

// Returns the sums of two numbers over the preceding invocations of the workgroup. All invocations must call it.
// Each step adds the sums of twice as many invocations (Hillis & Steele). Steps use the halves of scan_sums in turn.
uvec2 scan(uvec2 value, out uvec2 total) {
  uint own = gl_LocalInvocationID.x, half_read = 0u;
  uvec2 sum = value;
  scan_sums[own] = sum;
  for (uint reach = 1u; reach < uint(WORKGROUP); reach *= 2u) {
    sync();
    if (own >= reach) sum += scan_sums[half_read + own - reach];
    half_read = uint(WORKGROUP) - half_read;
    scan_sums[half_read + own] = sum;
  }
  sync();
  total = scan_sums[half_read + uint(WORKGROUP) - 1u];
  sync();
  return sum - value;
}
