// Invocations return from a loop of a function in different rounds, and meet after it.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
uint root(uint number) {
  for (uint n = 0u;; ++n) {
    if (n * n >= number) return n;
  }
}
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = root(me);
  for (uint round = 0u; round < 2u; ++round) barrier();
  words[gl_GlobalInvocationID.x] = box[63u - me];
}
