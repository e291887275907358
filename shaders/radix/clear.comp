// Sets the words that Onesweep changes to zero: counts of digits, status words of all tiles, and tickets.
#include "common/subgroups.glsl"
#include "common/invocation.glsl"
layout(std430, binding = 4) writeonly buffer Table { uint table[]; };
layout(std430, binding = 6) writeonly buffer Sweep { uint sweep[]; };
uniform uint table_words;
uniform uint sweep_words;

void main() {
  uint all = gl_NumWorkGroups.x * gl_NumWorkGroups.y * uint(WORKGROUP), own = invocation_index();
  for (uint i = own; i < table_words; i += all) table[i] = 0u;
  for (uint i = own; i < sweep_words; i += all) sweep[i] = 0u;
}
