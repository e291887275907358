// A plain write next to atomics of other invocations.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  if (me % 64u == 7u) {
    words[0] = 5u;  //: with
  } else if (me < 64u) {
    atomicMax(words[0], me);  //: race
  }
}
