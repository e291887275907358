// A plain read next to atomics, without a barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint total;
void main() {
  total = 0u;
  barrier();
  atomicAdd(total, 1u);  //: race
  words[gl_GlobalInvocationID.x] = total;  //: with
}
