// Assigns one chunk of a table to each workgroup or, with SERIAL, to each invocation, which then needs no barriers.
#include "common/invocation.glsl"
#if SERIAL
uint chunk_index() { return invocation_index(); }
const uint first_row = 0u, row_size = 1u;
uint scan_row(uint value, out uint total) {
  total = value;
  return 0u;
}
#else
#include "common/workgroup_scan.glsl"
uint chunk_index() { return workgroup_index(); }
#define first_row gl_LocalInvocationID.x
const uint row_size = uint(WORKGROUP);
uint scan_row(uint value, out uint total) { return workgroup_exclusive_scan(value, total); }
#endif
