// Bars from bars_range.frag's texels. Up to the lowest value of its range a bar is solid, from there to the highest fainter.
#include "display/colormap.glsl"

uniform usampler2D ranges;
uniform uint bars;
uniform vec2 extent;    // of the target, pixels
uniform float pitch;    // pixels from bar to bar
uniform float gap;      // pixels between bars
uniform float foot;     // height of a bar with the lowest value, pixels
uniform vec4 background;

out vec4 color;

void main() {
  color = background;
  uint bar = min(uint(gl_FragCoord.x / pitch), bars - 1u);
  float inside = gl_FragCoord.x - float(bar) * pitch;
  if (inside > pitch - gap) return;
  uvec2 bits = texelFetch(ranges, ivec2(int(bar), 0), 0).rg;
  float low = uintBitsToFloat(bits.r);
  float high = uintBitsToFloat(bits.g);
  float height = extent.y - gl_FragCoord.y;  // row 0 of the target is on top
  float reach = extent.y - foot;
  if (height <= foot + low * reach) {
    color = value_color(low);
  } else if (height <= foot + high * reach) {
    color = vec4(mix(background.rgb, value_color((height - foot) / reach).rgb, 0.6), 1.0);
  }
}
