// A chunk of numbers per workgroup or, with SERIAL = 1, per invocation. A workgroup processes its chunk row by row,
// with one number per invocation. SUMS is 1 if the pass uses the sums of the chunks.
layout(local_size_x = WORKGROUP) in;

layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
#if SUMS
layout(std430, binding = 1) buffer Sums { uint sums[]; };  // one number per chunk
#endif

uniform uint count;  // number of numbers
uniform uint chunk;  // numbers per chunk; the last chunk may have fewer

#if SERIAL
uint own_chunk() { return gl_WorkGroupID.x * uint(WORKGROUP) + gl_LocalInvocationID.x; }
const uint row_size = 1u, place_in_row = 0u;
uint scan_row(uint value, out uint total) {
  total = value;
  return 0u;
}
#else
#define SUBGROUPS 0
#include "workgroup.glsl"
uint own_chunk() { return gl_WorkGroupID.x; }
#define place_in_row gl_LocalInvocationID.x
const uint row_size = uint(WORKGROUP);
uint scan_row(uint value, out uint total) { return workgroup_scan(value, total); }
#endif
