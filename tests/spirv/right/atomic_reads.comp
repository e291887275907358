// An atomic that adds zero reads what other atomics change.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  atomicMax(flags[0], gl_WorkGroupID.x);
  results[gl_WorkGroupID.x] = atomicAdd(flags[0], 0u);
}
