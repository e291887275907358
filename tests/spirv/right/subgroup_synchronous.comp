// A reduction within each subgroup with its barriers alone.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x, lane = gl_SubgroupInvocationID;
  const uint size = min(gl_SubgroupSize, 64u);
  box[me] = me;
  for (uint step = size / 2u; step > 0u; step /= 2u) {
    subgroupMemoryBarrierShared();
    subgroupBarrier();
    const uint other = box[lane < step ? me + step : me];
    subgroupMemoryBarrierShared();
    subgroupBarrier();
    if (lane < step) box[me] += other;
  }
  words[gl_GlobalInvocationID.x] = box[me];
}
