// Nothing ends this loop.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
void main() {
  while (true) {  //: endless
    if (words[gl_GlobalInvocationID.x] == 1u) break;
  }
}
