// An element outside is neither read nor written.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const uint next = gl_GlobalInvocationID.x + 1u;
  uint value = 0u;
  if (next < uint(words.length())) value = words[next];
  if (value > 0u && words[next] == 5u) words[next] = 1u;
}
