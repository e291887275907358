// Draws bars from the texels of bars_range.frag. A bar is solid up to the lowest value of its range, and fainter up to
// the highest. In a selection, keys that do not pass the threshold are dimmed.
#include "display/colormap.glsl"
#include "display/threshold.glsl"

uniform sampler2D ranges;
uniform uint bars;
uniform vec2 extent;      // of the target, in pixels
uniform float pitch;      // pixels from one bar to the next
uniform float gap;        // pixels between bars
uniform float foot;       // height of a bar with the lowest value, pixels
uniform float head;       // space above a bar with the highest value, pixels
uniform float plane;      // height of the threshold, pixels
uniform uint pass_below;  // 1: keys below the plane pass; 0: keys above it
uniform vec4 background;

#ifdef TINTED
#include "display/pattern.glsl"
uniform sampler2D tint;  // colour and pattern of each bar, instead of its value's colour
#endif

out vec4 color;

vec4 bar_color(uint bar, float unit) {
#ifdef TINTED
  return patterned(texelFetch(tint, ivec2(int(bar), 0), 0), gl_FragCoord.xy);
#else
  return value_color(unit);
#endif
}

void main() {
  color = background;
  uint bar = min(uint(gl_FragCoord.x / pitch), bars - 1u);
  float inside = gl_FragCoord.x - float(bar) * pitch;
  if (inside > pitch - gap) return;
  vec3 range = texelFetch(ranges, ivec2(int(bar), 0), 0).rgb;
  float height = extent.y - gl_FragCoord.y;  // row 0 of the target is at the top
  float reach = extent.y - foot - head;
  if (height <= foot + range.x * reach) {
    color = bar_color(bar, range.x);
  } else if (height <= foot + range.y * reach) {
    color = vec4(mix(background.rgb, bar_color(bar, (height - foot) / reach).rgb, 0.6), 1.0);
  } else {
    return;
  }
  // If only some keys of a bar pass, light the part of the bar on their side of the plane.
  bool lit = range.z == 1.0 || (range.z > 0.0 && (height >= plane) == (pass_below == 0u));
  if (!lit) color = vec4(mix(background.rgb, color.rgb, dimmed), 1.0);
}
