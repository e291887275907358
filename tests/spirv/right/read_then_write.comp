// A barrier alone orders reads before writes.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  const uint other = words[me ^ 1u];
  barrier();
  words[me] = other;
}
