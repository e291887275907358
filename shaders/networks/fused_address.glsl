// Computes an element's layer and texel, like FusedLayout::place on the host. TARGET_BITS bits of its index select the layer.
//
// Positions are linear over GF(2): position(i XOR j) = position(i) XOR position(j).
uniform usampler2DArray arrays_in;
uniform vec2 texel_size;  // reciprocal of a layer's width and height in texels
uniform uint log2_width;
#if TARGET_BITS > 0
uniform uint target_bit[TARGET_BITS];  // bits of an element's index that select its layer: ascending powers of two
uniform uint reversal[TARGET_BITS];
#endif

ivec2 texel_of(uint i, out int layer) {
  uint rest = i;
  layer = 0;
#if TARGET_BITS > 0
  for (int j = 0; j < TARGET_BITS; ++j) {
    if ((i & target_bit[j]) != 0u) {
      rest ^= reversal[j];
      layer |= 1 << j;
    }
  }
  for (int j = TARGET_BITS - 1; j >= 0; --j) {
    uint low = target_bit[j] - 1u;
    rest = (rest & low) | ((rest >> 1u) & ~low);
  }
#endif
  uint position = rest >> 2u;
  return ivec2(position & ((1u << log2_width) - 1u), position >> log2_width);
}

// Reads a texel; common/texel_arrays.glsl explains coordinates. Planes are key words (low first), then payload.
uvec4 texel_at(ivec2 texel, int layer, int plane) {
  return texture(arrays_in, vec3((vec2(texel) + 0.5) * texel_size, float(layer + plane * (1 << TARGET_BITS))));
}

// Returns element i's word of a texel, which is channel i mod 4.
uint word_of(uvec4 texel, uint i) {
  uvec2 half_texel = (i & 2u) != 0u ? texel.zw : texel.xy;
  return (i & 1u) != 0u ? half_texel.y : half_texel.x;
}
