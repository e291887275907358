// A dynamic index past the array of push constants.
#version 460 core
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { uint address[2]; uint values[4]; };
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  words[gl_GlobalInvocationID.x] = values[gl_LocalInvocationID.x / 15u];  //: outside
}
