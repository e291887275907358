// Measures the GPU timestamp clock: keeps one invocation busy for `rounds` dependent steps, without rasterisation.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Sink { uint sink[]; };
uniform uint rounds;

void main() {
  uint state = rounds;
  for (uint i = 0u; i < rounds; ++i) state = state * 1664525u + 1013904223u;  // generator ranqd1 of Numerical Recipes
  sink[0] = state;
}
