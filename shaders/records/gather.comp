// Moves records to their sorted positions, with one invocation per record. Moves field by field from columns
// (Bandyopadhyay and Sahni, figure 4), or all words of a structure (figure 5).
//
// Defines: WORKGROUP, COLUMNS and ROW_WORDS of data::RecordMemory.
#include "common/invocation.glsl"
#include "records/order.glsl"

layout(std430, binding = 0) readonly buffer Source { uint words_in[]; };
layout(std430, binding = 1) writeonly buffer Target { uint words_out[]; };
uniform uint n;

void main() {
  uint i = invocation_index();
  if (i >= n) return;
  uint from = place_from(i);
  for (uint column = 0u; column < COLUMNS; ++column) {
    uint source = (column * n + from) * ROW_WORDS, target = (column * n + i) * ROW_WORDS;
    for (uint w = 0u; w < ROW_WORDS; ++w) words_out[target + w] = words_in[source + w];  //: reads, writes
  }
}
