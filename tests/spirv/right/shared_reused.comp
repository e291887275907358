// Shared memory is reused for other values after a barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = me;
  barrier();
  const uint first = box[63u - me];
  barrier();
  box[63u - me] = first * 2u;
  barrier();
  words[gl_GlobalInvocationID.x] = box[me] + first;
}
