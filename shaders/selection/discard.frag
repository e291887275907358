// Discards fragments whose key is below the threshold, so that the remaining fragments can be counted.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
uniform uvec2 threshold;  // encoded key of the threshold, low word first
#ifdef MARKS
layout(location = 0) out vec4 mark;  // 1 for each fragment that is not discarded; another pass sums the marks
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
