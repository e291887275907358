// One lane acquires a word, but the others do not wait for it.
#version 460 core
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flag; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  if (gl_WorkGroupID.x == 0u) {
    if (gl_LocalInvocationID.x == 0u) {
      words[0] = 5u;  //: with
      memoryBarrierBuffer();
      atomicExchange(flag, 1u);
    }
    return;
  }
  uint seen = 0u;
  if (subgroupElect()) {
    seen = atomicAdd(flag, 0u);
    memoryBarrierBuffer();
  }
  if (subgroupBroadcastFirst(seen) == 1u) results[gl_GlobalInvocationID.x] = words[0];  //: race
}
