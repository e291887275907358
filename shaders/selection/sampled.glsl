// Draws one sample of each block of SIDE x SIDE texels: the counterpart of samples() in compute/algorithms/selection.
uniform uvec2 keys_extent;
uniform uint n;

// Multiplicative hashing of the block's position (Knuth, TAOCP 3, 6.4), so that samples do not coincide with a pattern
// of the input. Positions past the last key wrap around to the first keys.
uvec2 sampled_texel(uvec2 block) {
  uint drawn = ((block.x * 2654435761u) ^ (block.y * 2246822519u)) * 2654435761u;
  uvec2 texel = block * uint(SIDE) + uvec2(drawn >> 28u, drawn >> 20u) % uint(SIDE);
  uint key = texel.y * keys_extent.x + min(texel.x, keys_extent.x - 1u);
  if (key >= n) key %= n;
  return uvec2(key % keys_extent.x, key / keys_extent.x);
}
