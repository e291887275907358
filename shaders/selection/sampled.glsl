// Blocks of SIDE x SIDE texels, of each of which one is drawn as a sample: the counterpart of samples() in compute/algorithms/selection.
uniform uvec2 keys_extent;
uniform uint n;

// Multiplicative hashing of the block's place (Knuth, TAOCP 3, 6.4), so that no pattern of the input's is met time and again. For a place
// past the last key one from the first ones on stands.
uvec2 sampled_texel(uvec2 block) {
  uint drawn = ((block.x * 2654435761u) ^ (block.y * 2246822519u)) * 2654435761u;
  uvec2 texel = block * uint(SIDE) + uvec2(drawn >> 28u, drawn >> 20u) % uint(SIDE);
  uint key = texel.y * keys_extent.x + min(texel.x, keys_extent.x - 1u);
  if (key >= n) key %= n;
  return uvec2(key % keys_extent.x, key / keys_extent.x);
}
