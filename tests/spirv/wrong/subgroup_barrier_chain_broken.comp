// Lane 3 waits for lane 2 before lane 2 has waited for lane 1.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x, lane = me % 4u;
  box[me] = 0u;
  barrier();
  if (lane == 1u) box[me] = me;  //: with
  if (lane == 2u || lane == 3u) subgroupBarrier();
  if (lane == 1u || lane == 2u) subgroupBarrier();
  if (lane == 3u) words[gl_GlobalInvocationID.x] = box[me - 2u];  //: race
}
