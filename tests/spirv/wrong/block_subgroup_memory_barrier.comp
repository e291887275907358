// The memory barrier of the subgroup is too narrow.
//! subgroup 8
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) buffer Results { uint results[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  words[me] = me;  //: with
  subgroupMemoryBarrierBuffer();
  barrier();
  results[me] = words[me ^ 32u];  //: race
}
