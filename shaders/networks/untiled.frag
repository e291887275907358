// Copies elements from textures in tiled order to textures of the same size in row-major order, for display.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "networks/texel_index.glsl"

void main() {
  vec2 there = centre(texel_of(plain_index_of(ivec2(gl_FragCoord.xy))));
  keys_out = texture(keys_in, there * texel_size);
  write_payload_of(there);
}
