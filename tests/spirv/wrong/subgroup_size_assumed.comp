// The last steps of a reduction assume subgroups of at least 32.
//! subgroup 8
#version 460 core
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[32];
void main() {
  const uint me = gl_LocalInvocationID.x;
  if (me < 32u) box[me] = me;
  barrier();
  if (me < 16u) box[me] += box[me + 16u];  //: with
  subgroupBarrier();
  if (me < 8u) {
    words[gl_GlobalInvocationID.x] = box[me + 8u];  //: race
  }
}
