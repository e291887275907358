// The workgroup waits for a flag that only itself would raise after the loop.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 1) coherent buffer Flags { uint flags[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  while (atomicAdd(flags[me], 0u) == 0u) {  //: endless
  }
  atomicExchange(flags[me], 1u);
}
