// Writes the largest key in the window of each FOLD x FOLD block to a smaller depth buffer. Discards blocks without
// such a key. A block with several such keys counts once, so a count below the number of keys shows the loss.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "selection/window.glsl"
uniform uvec2 window_last;  // last encoded key of the window
#if KEY_WORDS == 1
Code window_end() { return window_last.x; }
#else
Code window_end() { return window_last; }
#endif
#ifdef MARKS
layout(location = 0) out vec4 mark;  // 1 for each fragment that is not discarded; another pass sums the marks
#endif

void main() {
  vec2 corner = floor(gl_FragCoord.xy) * float(FOLD) + 0.5;
  bool any = false;
  uint highest = 0u;
  // Past the edge, read the last row or column of the same block again, which does not change the maximum.
  for (int y = 0; y < FOLD; ++y) {
    for (int x = 0; x < FOLD; ++x) {
      Code code = code_at(corner + vec2(x, y));  //: reads
      bool within = !precedes(code, window_base()) && !precedes(window_end(), code);  //: compares
      any = any || within;
      highest = within ? max(highest, place_above(code)) : highest;
    }
  }
  if (!any) discard;
  gl_FragDepth = depth_of(highest);  //: writes
#ifdef MARKS
  mark = vec4(1.0);
#endif
}
