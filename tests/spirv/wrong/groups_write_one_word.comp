// Each workgroup writes the same words.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  words[gl_LocalInvocationID.x] = gl_WorkGroupID.x;  //: race
}
