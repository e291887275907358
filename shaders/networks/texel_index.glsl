// Maps texels to element indices and back, like TexelArrays::place_of on the host. Elements are in row-major order.
// With LOG2_TILE, they are in square tiles with sides of 2^LOG2_TILE texels.
uniform uint log2_width;

uint plain_index_of(ivec2 texel) { return (uint(texel.y) << log2_width) + uint(texel.x); }

#ifdef LOG2_TILE
uint index_of(ivec2 texel) {
  uvec2 inside = uvec2(texel) & ((1u << LOG2_TILE) - 1u);
  uvec2 tile = uvec2(texel) >> LOG2_TILE;
  return (((((tile.y << (log2_width - uint(LOG2_TILE))) + tile.x) << LOG2_TILE) + inside.y) << LOG2_TILE) + inside.x;
}

ivec2 texel_of(uint i) {
  uvec2 inside = uvec2(i, i >> LOG2_TILE) & ((1u << LOG2_TILE) - 1u);
  uint tile = i >> (2 * LOG2_TILE);
  uint log2_tiles_a_row = log2_width - uint(LOG2_TILE);
  uvec2 corner = uvec2(tile & ((1u << log2_tiles_a_row) - 1u), tile >> log2_tiles_a_row) << LOG2_TILE;
  return ivec2(corner + inside);
}
#else
uint index_of(ivec2 texel) { return plain_index_of(texel); }

ivec2 texel_of(uint i) { return ivec2(i & ((1u << log2_width) - 1u), i >> log2_width); }
#endif
