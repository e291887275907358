// Draws bars for ranges of keys, from the texels that bars_range.frag writes. A bar is solid up to its range's lowest
// value, and fainter up to the highest value. In a selection, bars are dimmed if their keys fail the threshold.
// RESTING: leaves out bars that move. TRAVELLING: draws only those, each in the rectangle of travel.vert.
#include "display/colormap.glsl"
#include "display/threshold.glsl"

uniform sampler2D ranges;
uniform uint bars;
uniform vec2 extent;      // width and height of the render target, pixels
uniform float pitch;      // distance from the start of one bar to the start of the next, pixels
uniform float gap;        // space between adjacent bars, pixels
uniform float foot;       // height of a bar with the lowest value, pixels
uniform float head;       // space above a bar with the highest value, pixels
uniform float plane;      // height of the selection threshold, pixels
uniform uint pass_below;  // 1: keys below the threshold pass; 0: keys above it pass
uniform vec4 background;
uniform vec4 ink;    // colour of text on the background
uniform float edge;  // width of the outline of bars that are hardly visible on the background, pixels

#ifdef TINTED
#include "display/pattern.glsl"
uniform sampler2D tint;  // one texel per bar: colour and pattern that replace the colour of the bar's value
#endif

#ifdef RESTING
#include "display/moves.glsl"
#endif
#ifdef TRAVELLING
flat in uint moved_place;
flat in vec2 moved_corner;
#endif

out vec4 color;

vec4 bar_color(uint bar, float unit) {
#ifdef TINTED
  return patterned(texelFetch(tint, ivec2(int(bar), 0), 0), gl_FragCoord.xy);
#else
  return value_color(unit);
#endif
}

// Adds an outline to a bar whose colour is close to the background. A narrow bar becomes lighter or darker as a whole.
vec3 outlined(vec3 bar, float from_side, float from_top) {
  const vec3 luminance = vec3(0.2126, 0.7152, 0.0722);
  float contrast = abs(dot(bar - background.rgb, luminance));
  float hidden = 1.0 - smoothstep(0.05, 0.3, contrast);
  bool narrow = pitch - gap < 6.0 * edge;
  bool inner = from_side >= edge && from_top >= edge;
  return mix(bar, ink.rgb, (narrow ? 0.35 : inner ? 0.0 : 0.75) * hidden);
}

void main() {
#ifdef TRAVELLING
  uint bar = moved_place;
  float inside = gl_FragCoord.x - moved_corner.x;
  if (inside < 0.0 || inside >= pitch || inside > pitch - gap) discard;
#else
  color = background;
  uint bar = min(uint(gl_FragCoord.x / pitch), bars - 1u);
  float inside = gl_FragCoord.x - float(bar) * pitch;
  if (inside > pitch - gap) return;
#ifdef RESTING
  if (move_word(bar) != bar) return;
#endif
#endif
  vec3 range = texelFetch(ranges, ivec2(int(bar), 0), 0).rgb;
  float height = extent.y - gl_FragCoord.y;  // pixels above the lower edge; row 0 is at the top
  float reach = extent.y - foot - head;
  if (height <= foot + range.x * reach) {
    color = bar_color(bar, range.x);
    float from_top = foot + range.x * reach - height;
#ifndef TINTED
    color.rgb = outlined(color.rgb, min(inside, pitch - gap - inside), from_top);
#endif
  } else if (height <= foot + range.y * reach) {
    color = vec4(mix(background.rgb, bar_color(bar, (height - foot) / reach).rgb, 0.6), 1.0);
  } else {
#ifdef TRAVELLING
    discard;
#endif
    return;
  }
  // If only some keys of a bar pass the threshold, the part of the bar on the passing side is lit.
  bool lit = range.z == 1.0 || (range.z > 0.0 && (height >= plane) == (pass_below == 0u));
  if (!lit) color = vec4(mix(background.rgb, color.rgb, dimmed), 1.0);
}
