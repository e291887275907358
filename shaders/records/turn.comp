// Converts columns of fields to rows, or rows to columns. A workgroup moves one record per invocation through shared
// memory, so that adjacent invocations read and write adjacent addresses.
//
// Defines: WORKGROUP; FIELDS, 32-bit fields per record; TO_ROWS, 1 for columns to rows or 0 for rows to columns.
#include "common/invocation.glsl"

layout(std430, binding = 0) readonly buffer Source { uint words_in[]; };
layout(std430, binding = 1) writeonly buffer Target { uint words_out[]; };
uniform uint n;

const uint pitch = FIELDS | 1u;  // odd number of words per row, so that the words of a column are in different banks
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
