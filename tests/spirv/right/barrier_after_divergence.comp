// Invocations leave a loop in different rounds and meet at a barrier after it.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  uint n = 0u;
  while (true) {
    if (n * n >= me) break;
    if (me == 40u && n == 3u) break;
    ++n;
  }
  box[me] = n;
  barrier();
  words[gl_GlobalInvocationID.x] = box[63u - me];
}
