// Atomics and plain accesses of one word, each phase after a barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint total;
void main() {
  if (gl_LocalInvocationID.x == 0u) total = 0u;
  barrier();
  atomicAdd(total, 1u);
  barrier();
  words[gl_GlobalInvocationID.x] = total;
  barrier();
  if (gl_LocalInvocationID.x == 5u) total = 3u;
}
