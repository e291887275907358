// A condition that is uniform in each subgroup is not uniform in the workgroup.
//! subgroup 8
#version 460 core
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 64) in;
void main() {
  if (subgroupAny(gl_LocalInvocationID.x == 0u)) {  //: with
    barrier();  //: divergence
  }
}
