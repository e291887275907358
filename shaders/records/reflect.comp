// Exchanges records of a cycle: those at distances d and `first` - d from the leader, modulo the cycle's length.
//
// Defines: WORKGROUP, COLUMNS and ROW_WORDS of data::RecordMemory.
#include "records/walk.glsl"

layout(std430, binding = 0) buffer Records { uint words[]; };
uniform uint first;

void main() {
  uint i = invocation_index();
  if (i >= n) return;
  uint leader = walks[members[i]].least, start = table[leader];
  uint length = walks[place_from(leader)].steps + 1u;
  uint here = i - start, there = (length + first - here) % length;
  if (here >= there) return;
  uint a = members[start + here], b = members[start + there];
  for (uint column = 0u; column < COLUMNS; ++column) {
    uint row_a = (column * n + a) * ROW_WORDS, row_b = (column * n + b) * ROW_WORDS;
    for (uint w = 0u; w < ROW_WORDS; ++w) {
      uint word = words[row_a + w];  //: reads
      words[row_a + w] = words[row_b + w];  //: reads, writes
      words[row_b + w] = word;  //: writes
    }
  }
}
