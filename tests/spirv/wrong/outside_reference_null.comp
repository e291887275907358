// The reference is null.
#version 460 core
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430) buffer Target { uint words[]; };
layout(push_constant) uniform Push { Target target; Target none; };
void main() {
  none.words[gl_GlobalInvocationID.x] = 1u;  //: outside
}
