// Reads the moves of keys between two states from a list of words: for each old place the present place, and then the
// old places of all keys that move.
uniform usampler2D moves;

uint move_word(uint i) {
  uint width = uint(textureSize(moves, 0).x);
  return texelFetch(moves, ivec2(int(i % width), int(i / width)), 0).r;
}
