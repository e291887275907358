// Blocks of SIDE x SIDE texels, of each of which one is drawn as a sample: the counterpart of sampled_texel() in compute/algorithms/selection.
uniform uvec2 keys_extent;

// Multiplicative hashing of the block's place (Knuth, TAOCP 3, 6.4), so that no pattern of the input's is met time and again. Past the edge
// the last row or column stands for the block.
uvec2 sampled_texel(uvec2 block) {
  uint drawn = ((block.x * 2654435761u) ^ (block.y * 2246822519u)) * 2654435761u;
  uvec2 within = uvec2(drawn >> 28u, drawn >> 20u) % uint(SIDE);
  return min(block * uint(SIDE) + within, keys_extent - 1u);
}
