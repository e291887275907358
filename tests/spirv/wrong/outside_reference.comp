// The last invocation writes past the end of the buffer behind a reference.
#version 460 core
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430) buffer Target { uint words[]; };
layout(push_constant) uniform Push { Target target; };
void main() {
  target.words[gl_GlobalInvocationID.x + 1u] = 1u;  //: outside
}
