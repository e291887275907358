// Computes the sum of each chunk of a table.
#include "common/scan_share.glsl"

layout(std430, binding = 0) readonly buffer Table { uint table[]; };
layout(std430, binding = 1) writeonly buffer Sums { uint sums[]; };
#define CONTROL_BINDING 2
#include "common/counted.glsl"
uniform uint chunk;

void main() {
  uint first = chunk_index() * chunk, last = min(counted(), first + chunk);
  uint sum = 0u;
  for (uint i = first + first_row; i < last; i += row_size) sum += table[i];
  uint total;
  scan_row(sum, total);
  if (first < last && first_row == 0u) sums[chunk_index()] = total;
}
