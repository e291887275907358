// No barrier orders the writes and the reads of shared memory.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = 0u;
  barrier();
  box[me] = me;  //: race
  words[gl_GlobalInvocationID.x] = box[me ^ 1u];  //: with
}
