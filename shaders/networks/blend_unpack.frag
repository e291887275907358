// Writes the bits of all keys for display, as one array of the four lists of keys. KEY_KIND: see common/keys.glsl.
uniform sampler2D lists_in;
uniform uint list_rows;
uniform uint width;
uniform uint n;
layout(location = 0) out uint key_out;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint row = uint(texel.y);
  vec4 keys = texelFetch(lists_in, ivec2(texel.x, int(row % list_rows)), 0);
  float key = keys[row / list_rows];
#if KEY_KIND == 2
  uint bits = floatBitsToUint(key);
#elif KEY_KIND == 1
  uint bits = uint(int(key));
#else
  uint bits = uint(key);
#endif
  key_out = row * width + uint(texel.x) < n ? bits : 0u;  // integers cannot show infinite padding
}
