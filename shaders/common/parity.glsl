// Returns 1 if the number of ones is odd, otherwise 0. bitCount needs OpenGL 4.0.
uint parity(uint bits) {
  bits ^= bits >> 16u;
  bits ^= bits >> 8u;
  bits ^= bits >> 4u;
  return (0x6996u >> (bits & 15u)) & 1u;  // lookup table of the parities of 0 to 15
}
