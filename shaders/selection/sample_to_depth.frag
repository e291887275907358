// Draws one random key of each block of SIDE x SIDE texels. Writes the depth that represents its position in the window.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "selection/window.glsl"
#include "selection/sampled.glsl"

void main() {
  vec2 texel = vec2(sampled_texel(uvec2(gl_FragCoord.xy))) + 0.5;
  gl_FragDepth = depth_of(place(code_at(texel)));  //: reads, writes -- the depth buffer gets the sample's place in the window
}
