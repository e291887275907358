// Writes the key of each block of FOLD x FOLD texels that is within the window to a smaller depth buffer. A block with none leaves its texel as it is
// and is not counted; one with several keeps the largest, and is counted once: then fewer blocks are counted than there are keys.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "selection/window.glsl"
uniform uvec2 window_last;  // last code of the window
#if KEY_WORDS == 1
Code window_end() { return window_last.x; }
#else
Code window_end() { return window_last; }
#endif
#ifdef MARKS
layout(location = 0) out vec4 mark;  // whoever remains leaves one, and they are counted
#endif

void main() {
  vec2 corner = floor(gl_FragCoord.xy) * float(FOLD) + 0.5;
  bool any = false;
  uint highest = 0u;
  // Reading past the edge repeats the last row of the same block.
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
