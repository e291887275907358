// Returns 1 if a word has an odd number of one bits, otherwise 0. Does not use bitCount(), which needs OpenGL 4.0.
uint parity(uint bits) {
  bits ^= bits >> 16u;
  bits ^= bits >> 8u;
  bits ^= bits >> 4u;
  return (0x6996u >> (bits & 15u)) & 1u;  // 0x6996 contains the parities of the numbers 0 to 15, one bit each
}
