// One lane acquires a word for its subgroup.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flag; };
layout(binding = 2) buffer Results { uint results[]; };
shared uint seen[64];
void main() {
  if (gl_WorkGroupID.x == 0u) {
    if (gl_LocalInvocationID.x == 0u) {
      words[0] = 5u;
      memoryBarrierBuffer();
      atomicExchange(flag, 1u);
    }
    return;
  }
  if (subgroupElect()) {
    seen[gl_SubgroupID] = atomicAdd(flag, 0u);
    memoryBarrierBuffer();
  }
  subgroupBarrier();
  if (seen[gl_SubgroupID] == 1u) results[gl_GlobalInvocationID.x] = words[0];
}
