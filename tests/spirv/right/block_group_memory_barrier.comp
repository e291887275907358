// A memory barrier of the workgroup suffices for its own invocations.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) buffer Results { uint results[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  words[me] = me;
  groupMemoryBarrier();
  barrier();
  results[me] = words[me ^ 33u];
}
