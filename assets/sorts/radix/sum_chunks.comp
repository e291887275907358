#version 430
// Computes the sum of each chunk.
#include "chunks.glsl"

void main() {
  uint first = own_chunk() * chunk, last = min(count, first + chunk);
  uint sum = 0u;
  for (uint i = first + place_in_row; i < last; i += row_size) sum += numbers[i];
  uint total;
  scan_row(sum, total);
  if (first < last && place_in_row == 0u) sums[own_chunk()] = total;
}
