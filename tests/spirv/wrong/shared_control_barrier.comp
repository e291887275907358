// A control barrier without semantics orders no memory.
#version 460 core
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = 0u;
  barrier();
  box[me] = me;  //: with
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, 0, 0);
  words[gl_GlobalInvocationID.x] = box[me ^ 1u];  //: race
}
