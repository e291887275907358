// A barrier between all workgroups needs all of them to run at the same time.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 1) coherent buffer Flags { uint arrived; };
void main() {
  if (gl_LocalInvocationID.x == 0u) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gl_NumWorkGroups.x) {  //: progress
    }
  }
  barrier();
}
