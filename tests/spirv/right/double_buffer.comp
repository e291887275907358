// Two halves of shared memory need one barrier per step.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[2][64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  uint value = me, half_of_box = 0u;
  for (uint step = 1u; step < 64u; step *= 2u) {
    box[half_of_box][me] = value;
    barrier();
    if (me >= step) value += box[half_of_box][me - step];
    half_of_box ^= 1u;
  }
  words[gl_GlobalInvocationID.x] = value;
}
