// Draws the keys as cells in `width` columns: cell (x, y) shows key y * width + x. Row 0 is at the top of the target.
// RESTING: leaves out keys that move. TRAVELLING: draws only those, each in the rectangle of travel.vert.
#include "display/source.glsl"
#include "display/value.glsl"
#include "display/colormap.glsl"
#include "display/threshold.glsl"

uniform vec2 origin;     // render target pixel of the corner of cell (0, 0)
uniform float cell;      // side of a cell, pixels
uniform float gap;       // space between adjacent cells, pixels
uniform float rounding;  // radius of the corners of a cell, pixels
uniform uint width;      // cells per row
uniform uint count;      // number of keys
uniform vec4 background;
uniform vec4 padding;    // colour of unused cells, after the last key

#ifdef TINTED
#include "display/pattern.glsl"
uniform sampler2D tint;  // one texel per key: colour and pattern that replace the colour of the key's value
#endif

#ifdef RESTING
#include "display/moves.glsl"
#endif
#ifdef TRAVELLING
flat in uint moved_place;
flat in vec2 moved_corner;
#endif

out vec4 color;

// Returns the fraction of this pixel that the rounded square of a cell covers, 0 to 1.
float coverage(vec2 inside) {
  vec2 from_middle = abs(inside - 0.5 * cell) - (0.5 * (cell - gap) - rounding);
  float outside = length(max(from_middle, 0.0)) + min(max(from_middle.x, from_middle.y), 0.0) - rounding;
  return clamp(0.5 - outside, 0.0, 1.0);
}

void main() {
#ifdef TRAVELLING
  uint i = moved_place;
  vec2 inside = gl_FragCoord.xy - moved_corner;
  if (any(lessThan(inside, vec2(0.0))) || any(greaterThanEqual(inside, vec2(cell)))) discard;
#else
  color = background;
  vec2 place = gl_FragCoord.xy - origin;
  vec2 texel = floor(place / cell);
  uint rows = (count + width - 1u) / width;
  if (any(lessThan(texel, vec2(0.0))) || texel.x >= float(width) || texel.y >= float(rows)) return;
  uint i = uint(texel.y) * width + uint(texel.x);
  vec2 inside = place - texel * cell;
#ifdef RESTING
  if (i < count && move_word(i) != i) return;
#endif
#endif
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
  float covered = gap > 0.0 ? coverage(inside) : 1.0;
#ifdef TRAVELLING
  if (covered == 0.0) discard;
#endif
  color = vec4(mix(background.rgb, filling.rgb, covered * filling.a), 1.0);
}
