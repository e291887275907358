// Returns 1 if the number of one bits is odd, otherwise 0. Avoids bitCount(), which needs OpenGL 4.0.
uint parity(uint bits) {
  bits ^= bits >> 16u;
  bits ^= bits >> 8u;
  bits ^= bits >> 4u;
  return (0x6996u >> (bits & 15u)) & 1u;  // 0x6996 is the lookup table of the parities of 0 to 15
}
