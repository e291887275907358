// Half of the lanes exchange words at a barrier in a branch.
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  if (me % 4u < 2u) {
    box[me] = me;
    subgroupBarrier();
    words[gl_GlobalInvocationID.x] = box[me ^ 1u];
  }
}
