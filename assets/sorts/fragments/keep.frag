#version 330
// One step of the network. Each fragment keeps the smaller or the larger key of its pair.
//
// sort.lua defines DESCENDING (0 or 1).
uniform usampler2D keys;
uniform uint n;      // number of keys
uniform uint width;  // width of the textures, a power of two
uniform uint mask;   // the partner of position i is i ^ mask

layout(location = 0) out uint kept;

uint key_at(uint i) { return texelFetch(keys, ivec2(i % width, i / width), 0).r; }

void main() {
  // gl_FragCoord is the centre of the texel, so its whole part is the texel.
  uvec2 texel = uvec2(gl_FragCoord.xy);
  uint own = texel.y * width + texel.x;
  uint partner = own ^ mask;
  uint own_key = key_at(own);
  kept = own_key;
  // Positions at or past n have no keys. A key whose partner lies there stays where it is.
  if (own >= n || partner >= n) return;
  uint partner_key = key_at(partner);
  bool keeps_smaller = own < partner;
  if (DESCENDING == 1) keeps_smaller = !keeps_smaller;
  kept = keeps_smaller ? min(own_key, partner_key) : max(own_key, partner_key);
}
