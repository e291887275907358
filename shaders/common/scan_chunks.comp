// Replaces each element of a table's chunk by the exclusive prefix sum within the chunk, plus the offset of the chunk.
#include "common/scan_share.glsl"

layout(std430, binding = 0) buffer Table { uint table[]; };
layout(std430, binding = 1) readonly buffer Offsets { uint offsets[]; };
#define CONTROL_BINDING 2
#include "common/counted.glsl"
uniform uint chunk;
uniform uint has_offsets;

void main() {
  uint first = chunk_index() * chunk, last = min(counted(), first + chunk);
  uint offset = has_offsets != 0u && first < last ? offsets[chunk_index()] : 0u;
  for (uint row = first; row < last; row += row_size) {
    uint i = row + first_row;
    uint value = i < last ? table[i] : 0u;
    uint total;
    uint before = scan_row(value, total);
    if (i < last) table[i] = offset + before;
    offset += total;
  }
}
