// The memory barrier of the writer follows the flag.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  if (gl_WorkGroupID.x == 0u) {
    words[0] = 5u;  //: with
    atomicExchange(flags[0], 1u);
    memoryBarrierBuffer();
  } else if (atomicAdd(flags[0], 0u) == 1u) {
    memoryBarrierBuffer();
    results[gl_WorkGroupID.x] = words[0];  //: race
  }
}
