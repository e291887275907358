// A function with a barrier is called in a loop and again after it.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
uint next_of(uint me, uint value) {
  barrier();
  box[me] = value;
  barrier();
  return box[(me + 1u) % 64u];
}
void main() {
  const uint me = gl_LocalInvocationID.x;
  uint value = me;
  for (int n = 0; n < 3; ++n) value = next_of(me, value);
  words[gl_GlobalInvocationID.x] = next_of(me, value);
}
