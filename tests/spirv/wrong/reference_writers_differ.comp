// Workgroups write different values through the same buffer reference.
#version 460 core
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430) buffer Target { uint words[]; };
layout(push_constant) uniform Push { Target target; };
void main() {
  target.words[gl_LocalInvocationID.x] = gl_WorkGroupID.x;  //: race
}
