// All invocations pass the barrier of a loop equally often.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = me;
  for (uint step = 1u; step < 64u; step *= 2u) {
    barrier();
    const uint other = me >= step ? box[me - step] : 0u;
    barrier();
    box[me] += other;
  }
  words[gl_GlobalInvocationID.x] = box[me];
}
