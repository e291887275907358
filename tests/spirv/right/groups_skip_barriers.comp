// Whole workgroups return before the barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint first;
void main() {
  if (gl_WorkGroupID.x >= 2u) return;
  if (gl_LocalInvocationID.x == 0u) first = 3u;
  barrier();
  words[gl_GlobalInvocationID.x] = first;
}
