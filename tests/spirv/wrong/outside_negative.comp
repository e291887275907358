// A negative index before the first element.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const int me = int(gl_GlobalInvocationID.x);
  words[me - 1] = 1u;  //: outside
}
