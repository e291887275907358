// There are two blocks in the array.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
layout(binding = 4) uniform Sizes { uint size; } sizes[2];
void main() {
  words[gl_GlobalInvocationID.x] = sizes[gl_WorkGroupID.x].size;  //: outside
}
