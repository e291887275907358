// Draws the keys as an image: texel (x, y) is key y * width + x, with row 0 at the top of the target.
#include "display/source.glsl"
#include "display/value.glsl"
#include "display/colormap.glsl"
#include "display/threshold.glsl"

uniform vec2 origin;     // target pixel of the corner of texel (0, 0)
uniform float cell;      // target pixels per texel
uniform float gap;       // pixels between cells
uniform float rounding;  // radius of a cell's corners, pixels
uniform uint width;      // texels per row
uniform uint count;      // keys
uniform vec4 background;
uniform vec4 padding;    // colour of texels past the last key

#ifdef TINTED
#include "display/pattern.glsl"
uniform sampler2D tint;  // colour and pattern of each key, instead of its value's colour
#endif

out vec4 color;

// Returns the fraction of this pixel that the cell's rounded square covers.
float coverage(vec2 inside) {
  vec2 from_middle = abs(inside - 0.5 * cell) - (0.5 * (cell - gap) - rounding);
  float outside = length(max(from_middle, 0.0)) + min(max(from_middle.x, from_middle.y), 0.0) - rounding;
  return clamp(0.5 - outside, 0.0, 1.0);
}

void main() {
  color = background;
  vec2 place = gl_FragCoord.xy - origin;
  vec2 texel = floor(place / cell);
  uint rows = (count + width - 1u) / width;
  if (any(lessThan(texel, vec2(0.0))) || texel.x >= float(width) || texel.y >= float(rows)) return;
  uint i = uint(texel.y) * width + uint(texel.x);
  vec4 filling = padding;
  if (i < count) {
    uvec2 key = fetch_key(i);
#ifdef TINTED
    uint tint_width = uint(textureSize(tint, 0).x);
    filling = patterned(texelFetch(tint, ivec2(i % tint_width, i / tint_width), 0), gl_FragCoord.xy);
#else
    filling = value_color(unit_value(key));
#endif
    if (!passes(key)) filling.a *= dimmed;
  }
  float covered = gap > 0.0 ? coverage(place - texel * cell) : 1.0;
  color = vec4(mix(background.rgb, filling.rgb, covered * filling.a), 1.0);
}
