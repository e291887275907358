// 1 if the number of ones is odd, else 0; bitCount came with OpenGL 4.0.
uint parity(uint bits) {
  bits ^= bits >> 16u;
  bits ^= bits >> 8u;
  bits ^= bits >> 4u;
  return (0x6996u >> (bits & 15u)) & 1u;  // parities of 0 to 15
}
