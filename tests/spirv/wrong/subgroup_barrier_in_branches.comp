// Odd and even lanes wait at different barriers of the subgroup.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = 0u;
  barrier();
  if (me % 2u == 1u) {
    subgroupBarrier();
    box[me] = me;  //: with
  } else {
    subgroupBarrier();
    words[gl_GlobalInvocationID.x] = box[me + 1u];  //: race
  }
}
