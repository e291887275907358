// Copies elements from layers to textures of W columns, for display and read-back. Texel: (i mod W, i div W).
#include "common/keys.glsl"
#include "networks/fused_address.glsl"

uniform uint plain_log2_width;
layout(location = 0) out uvec4 keys_out;
#if PAYLOAD
layout(location = 1) out uvec4 payload_out;
#endif

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  uint i = uint((here.y << int(plain_log2_width)) + here.x);
  int layer;
  ivec2 texel = texel_of(i, layer);
  keys_out = uvec4(word_of(texel_at(texel, layer, 0), i), 0u, 0u, 0u);
#if KEY_WORDS == 2
  keys_out.y = word_of(texel_at(texel, layer, 1), i);
#endif
#if PAYLOAD
  payload_out = uvec4(word_of(texel_at(texel, layer, KEY_WORDS), i), 0u, 0u, 0u);
#endif
}
