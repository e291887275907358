// A barrier of the subgroup orders a coherent block for its invocations.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) buffer Results { uint results[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  words[me] = me;
  subgroupMemoryBarrierBuffer();
  subgroupBarrier();
  results[me] = words[me ^ 3u];
}
