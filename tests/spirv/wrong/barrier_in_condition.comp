// The right operand of && is not evaluated by all invocations.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
bool meet() {
  barrier();  //: divergence
  return true;
}
void main() {
  const uint me = gl_GlobalInvocationID.x;
  if (me % 2u == 0u && meet()) words[me] = 1u;  //: with
}
