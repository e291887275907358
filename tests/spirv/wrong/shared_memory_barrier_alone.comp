// A memory barrier does not wait for other invocations.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = 0u;
  barrier();
  box[me] = me;  //: race
  memoryBarrierShared();
  words[gl_GlobalInvocationID.x] = box[63u - me];  //: with
}
