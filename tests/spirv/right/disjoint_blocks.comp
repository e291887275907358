// Two blocks with the same words, of which each invocation writes its own half.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
layout(binding = 10) buffer Same { uint same[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  if (me % 2u == 0u) words[me] = me;
  if (me % 2u == 1u) same[me] = me;
}
