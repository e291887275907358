// A sum of the subgroup orders no memory accesses.
#version 460 core
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = 0u;
  barrier();
  box[me] = me;  //: with
  const uint sum = subgroupAdd(me);
  words[gl_GlobalInvocationID.x] = sum + box[me ^ 1u];  //: race
}
