// A relaxed store replaces the flag, and with it the release of another workgroup.
#version 460 core
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flag; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  if (me == 0u) {
    words[0] = 5u;  //: with
    atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  } else if (me == 1u) {
    atomicStore(flag, 2u, gl_ScopeDevice, 0, 0);
  } else if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 2u) {
    results[me] = words[0];  //: race
  }
}
