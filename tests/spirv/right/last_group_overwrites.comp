// The last workgroup overwrites what others have read before they counted.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint done; };
layout(binding = 2) buffer Results { uint results[]; };
shared uint before;
void main() {
  const uint me = gl_LocalInvocationID.x;
  results[gl_GlobalInvocationID.x] = words[me];
  memoryBarrierBuffer();
  barrier();
  if (me == 0u) {
    before = atomicAdd(done, 1u);
    memoryBarrierBuffer();
  }
  barrier();
  if (before == gl_NumWorkGroups.x - 1u) words[me] = 1u;
}
