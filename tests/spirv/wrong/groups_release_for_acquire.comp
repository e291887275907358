// The reader executes an atomic that releases, but does not acquire.
#version 460 core
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  words[me] = 5u;  //: with
  atomicStore(flags[me], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  if (atomicAdd(flags[me ^ 1u], 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease) == 1u) {
    results[me] = words[me ^ 1u];  //: race
  }
}
