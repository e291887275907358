// Extracts the key and the index (from 0) of each record. Records begin with their key.
//
// Defines: WORKGROUP; ROW_WORDS, 32-bit words per record; KEY_WORDS, 32-bit words per key.
#include "common/invocation.glsl"

layout(std430, binding = 0) readonly buffer Records { uint records[]; };
layout(std430, binding = 1) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = 2) writeonly buffer Indices { uint indices[]; };
uniform uint n;

void main() {
  uint i = invocation_index();
  if (i >= n) return;
  for (uint w = 0u; w < KEY_WORDS; ++w) keys[i * KEY_WORDS + w] = records[i * ROW_WORDS + w];  //: reads, writes
  indices[i] = i;
}
