// A memory barrier of shared memory completes a control barrier without semantics.
#version 460 core
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = me;
  memoryBarrierShared();
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, 0, 0);
  words[gl_GlobalInvocationID.x] = box[me ^ 1u];
}
