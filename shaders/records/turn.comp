// Converts columns of fields to rows, or back. A workgroup passes as many records as it has invocations through shared
// memory, so that neighbours read and write neighbouring addresses.
//
// Defines: WORKGROUP, FIELDS, TO_ROWS 0 or 1.
#include "common/invocation.glsl"

layout(std430, binding = 0) readonly buffer Source { uint words_in[]; };
layout(std430, binding = 1) writeonly buffer Target { uint words_out[]; };
uniform uint n;

const uint pitch = FIELDS | 1u;  // odd, so that a column's words are in different banks
shared uint tile[WORKGROUP * pitch];

void main() {
  uint lane = gl_LocalInvocationID.x, first = workgroup_index() * WORKGROUP;
  uint records = first < n ? min(uint(WORKGROUP), n - first) : 0u;
#if TO_ROWS
  for (uint f = 0u; f < FIELDS; ++f) {
    if (lane < records) tile[lane * pitch + f] = words_in[f * n + first + lane];  //: reads
  }
  barrier();
  for (uint k = lane; k < records * FIELDS; k += WORKGROUP) {
    words_out[first * FIELDS + k] = tile[k / FIELDS * pitch + k % FIELDS];  //: writes
  }
#else
  for (uint k = lane; k < records * FIELDS; k += WORKGROUP) {
    tile[k / FIELDS * pitch + k % FIELDS] = words_in[first * FIELDS + k];  //: reads
  }
  barrier();
  for (uint f = 0u; f < FIELDS; ++f) {
    if (lane < records) words_out[f * n + first + lane] = tile[lane * pitch + f];  //: writes
  }
#endif
}
