// Invocations without a key return before the barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  if (me >= 250u) return;  //: with
  words[me] = me;
  barrier();  //: divergence
}
