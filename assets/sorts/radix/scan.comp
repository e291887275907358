#version 430
// Scans the row of each digit value in the table of counts: replaces each count by the sum of the counts before it, and
// stores the sum of the row. A workgroup scans one row or, with SERIAL = 1, an invocation does.
layout(local_size_x = WORKGROUP) in;

layout(std430, binding = 0) buffer Counts { uint counts[]; };
layout(std430, binding = 1) writeonly buffer Totals { uint totals[]; };  // one number per row

uniform uint rows;    // rows of the table
uniform uint shares;  // numbers per row

#if SERIAL
void main() {
  uint row = gl_GlobalInvocationID.x;
  if (row >= rows) return;
  uint sum = 0u, last = (row + 1u) * shares;
  for (uint i = row * shares; i < last; ++i) {
    uint count = counts[i];
    counts[i] = sum;
    sum += count;
  }
  totals[row] = sum;
}
#else
#define SUBGROUPS 0
#include "workgroup.glsl"

void main() {
  uint row = gl_WorkGroupID.x, sum = 0u, last = (row + 1u) * shares;
  for (uint first = row * shares; first < last; first += uint(WORKGROUP)) {
    uint i = first + lane();
    uint count = i < last ? counts[i] : 0u, total;
    uint before = workgroup_scan(count, total);
    if (i < last) counts[i] = sum + before;
    sum += total;
  }
  if (lane() == 0u) totals[row] = sum;
}
#endif
