// Executes one network step of any kind in the layers of fused.frag. Each key finds and reads its own partner.
#include "networks/fused_output.glsl"
#include "common/keys.glsl"
#include "networks/fused_address.glsl"
#include "networks/pattern.glsl"

// Masks and offsets that map layers to elements; networks/fused.frag documents them.
uniform uint room_mask[TARGET_BITS];
uniform ivec2 element_texel[TARGETS];
uniform int element_layer[TARGETS];
uniform uint element_index[TARGETS];

struct One {
  Code code;
  uint payload;
};

One one_at(ivec2 texel, int layer, uint i) {
  One one;
#if KEY_WORDS == 1
  one.code = encode(word_of(texel_at(texel, layer, 0), i));
#else
  one.code = encode(uvec2(word_of(texel_at(texel, layer, 0), i), word_of(texel_at(texel, layer, 1), i)));
#endif
  one.payload = 0u;
#if PAYLOAD
  one.payload = word_of(texel_at(texel, layer, KEY_WORDS), i);
#endif
  return one;
}

One kept_at(ivec2 texel, int layer, uint i) {
  One own = one_at(texel, layer, i);  //: reads own=own i=place
  uint partner;
  bool gets_smaller;
  if (find_partner(i, partner, gets_smaller)) {  //: finds i=place partner=partner gets_smaller=takes_min
    texel = texel_of(partner, layer);
    One other = one_at(texel, layer, partner);  //: reads other=other partner=partner
    // Compare strictly for both partners, so that equal keys keep their positions.
    bool take_other = gets_smaller ? precedes(other.code, own.code) : precedes(own.code, other.code);  //: compares gets_smaller=takes_min own.code=own other.code=other
    if (take_other) own = other;
  }
  return own;
}

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  uint first = uint((here.y << int(log2_width)) + here.x) << 2u;
  for (int j = 0; j < TARGET_BITS; ++j) first += first & room_mask[j];
  int layer;
  ivec2 texel = texel_of(first, layer);
  for (int l = 0; l < TARGETS; ++l) {
    uvec4 words[PLANES];
    for (int c = 0; c < 4; ++c) {
      One one = kept_at(texel ^ element_texel[l], layer ^ element_layer[l], (first ^ element_index[l]) + uint(c));
#if KEY_WORDS == 1
      words[0][c] = decode(one.code);
#else
      uvec2 key = decode(one.code);
      words[0][c] = key.x;
      words[1][c] = key.y;
#endif
#if PAYLOAD
      words[KEY_WORDS][c] = one.payload;
#endif
    }
    for (int p = 0; p < PLANES; ++p) WRITE(l, p, words[p])  //: writes
  }
}
