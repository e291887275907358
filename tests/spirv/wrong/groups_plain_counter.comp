// Workgroups count with a plain read and write.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
void main() {
  if (gl_LocalInvocationID.x == 0u) ++words[3];  //: race
}
