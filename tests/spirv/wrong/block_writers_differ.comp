// Two invocations write different values to the same word.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  words[gl_GlobalInvocationID.x / 2u] = gl_GlobalInvocationID.x;  //: race
}
