// Draws one sample from each block of SIDE x SIDE texels, like samples() in compute/algorithms/selection on the host.
uniform uvec2 keys_extent;
uniform uint n;

// Returns the block's sampled texel, by multiplicative hashing of its position (Knuth, TAOCP 3, 6.4), which avoids
// patterns of the input. Positions past the last key wrap around to the first keys.
uvec2 sampled_texel(uvec2 block) {
  uint drawn = ((block.x * 2654435761u) ^ (block.y * 2246822519u)) * 2654435761u;
  uvec2 texel = block * uint(SIDE) + uvec2(drawn >> 28u, drawn >> 20u) % uint(SIDE);
  uint key = texel.y * keys_extent.x + min(texel.x, keys_extent.x - 1u);
  if (key >= n) key %= n;
  return uvec2(key % keys_extent.x, key / keys_extent.x);
}
