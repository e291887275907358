#version 430
// Replaces each number by the sum of all numbers before it in its chunk. With SUMS = 1, adds the offset of the chunk,
// which an earlier scan has left in `sums`.
#include "chunks.glsl"

void main() {
  uint first = own_chunk() * chunk, last = min(count, first + chunk);
  uint offset = 0u;
#if SUMS
  if (first < last) offset = sums[own_chunk()];
#endif
  for (uint row = first; row < last; row += row_size) {
    uint i = row + place_in_row;
    uint value = i < last ? numbers[i] : 0u;
    uint total;
    uint before = scan_row(value, total);
    if (i < last) numbers[i] = offset + before;
    offset += total;
  }
}
