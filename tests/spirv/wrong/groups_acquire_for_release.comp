// The writer executes an atomic that acquires, but does not release.
#version 460 core
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  words[me] = 5u;  //: with
  atomicAdd(flags[me], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
  if (atomicLoad(flags[me ^ 1u], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1u) {
    results[me] = words[me ^ 1u];  //: race
  }
}
