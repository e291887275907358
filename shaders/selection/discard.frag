// Keeps only fragments whose key is at least the threshold, to count them.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
uniform uvec2 threshold;  // low word first
#ifdef MARKS
layout(location = 0) out vec4 mark;  // remaining fragments leave a mark, which is counted
#endif

void main() {
#if KEY_WORDS == 1
  Code least = threshold.x;
#else
  Code least = threshold;
#endif
  if (precedes(code_at(gl_FragCoord.xy), least)) discard;  //: reads, compares least=threshold
#ifdef MARKS
  mark = vec4(1.0);
#endif
}
