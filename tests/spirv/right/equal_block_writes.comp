// Invocations of all workgroups raise the same flag.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint unsorted; };
void main() {
  if (gl_GlobalInvocationID.x % 5u == 2u) unsorted = 1u;
}
