// Moves records to their sorted positions. PARTS adjacent invocations move one record, with WIDTH words each, so that
// accesses to a record are contiguous (Bandyopadhyay and Sahni, figure 6). A workgroup moves as many records as it has
// invocations. Its size need not be a multiple of PARTS.
//
// Defines: WORKGROUP; WIDTH, words per invocation: 1, 2 or 4; PARTS, invocations per record.
#include "common/invocation.glsl"
#include "records/order.glsl"

#if WIDTH == 4
#define Part uvec4
#elif WIDTH == 2
#define Part uvec2
#else
#define Part uint
#endif

layout(std430, binding = 0) readonly buffer Source { Part parts_in[]; };
layout(std430, binding = 1) writeonly buffer Target { Part parts_out[]; };
uniform uint n;

void main() {
  uint first = workgroup_index() * WORKGROUP;
  uint parts = first < n ? min(uint(WORKGROUP), n - first) * PARTS : 0u;
  for (uint k = gl_LocalInvocationID.x; k < parts; k += WORKGROUP) {
    uint record = first + k / PARTS, part = k % PARTS;
    parts_out[record * PARTS + part] = parts_in[place_from(record) * PARTS + part];  //: reads, writes
  }
}
