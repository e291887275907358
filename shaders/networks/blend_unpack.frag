// Writes the bits of all keys for display, as one array of the four lists of keys. KEY_KIND: see common/keys.glsl.
// SIGNED_TEXTURE: the keys are i32 in a texture of signed integers.
#ifdef SIGNED_TEXTURE
uniform isampler2D lists_in;
#else
uniform sampler2D lists_in;
#endif
uniform uint list_rows;
uniform uint width;
uniform uint n;
layout(location = 0) out uint key_out;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint row = uint(texel.y);
  ivec2 place = ivec2(texel.x, int(row % list_rows));
#ifdef SIGNED_TEXTURE
  int key = texelFetch(lists_in, place, 0)[row / list_rows];
#else
  float key = texelFetch(lists_in, place, 0)[row / list_rows];
#endif
#if KEY_KIND == 2
  uint bits = floatBitsToUint(key);
#elif KEY_KIND == 1
  uint bits = uint(int(key));
#else
  uint bits = uint(key);
#endif
  key_out = row * width + uint(texel.x) < n ? bits : 0u;  // integers cannot show infinite padding
}
