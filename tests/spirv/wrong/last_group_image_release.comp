// The other invocations execute a memory barrier of images only.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint done; };
layout(binding = 2) buffer Results { uint results[]; };
shared uint before;
void main() {
  const uint me = gl_LocalInvocationID.x;
  words[gl_GlobalInvocationID.x] = me;  //: with
  memoryBarrierImage();
  if (me == 0u) memoryBarrierBuffer();
  barrier();
  if (me == 0u) before = atomicAdd(done, 1u);
  barrier();
  memoryBarrierBuffer();
  if (before != gl_NumWorkGroups.x - 1u) return;
  uint sum = 0u;
  for (uint group = 0u; group < gl_NumWorkGroups.x; ++group) sum += words[group * 64u + me];  //: race
  results[me] = sum;
}
