// A value from shared memory decides whether all pass a barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint rounds;
void main() {
  const uint me = gl_LocalInvocationID.x;
  if (me == 7u) rounds = gl_WorkGroupID.x;
  barrier();
  uint sum = 0u;
  for (uint n = rounds; n > 0u; --n) {
    sum += n;
    barrier();
  }
  words[gl_GlobalInvocationID.x] = sum;
}
