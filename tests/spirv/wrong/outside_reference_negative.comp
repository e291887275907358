// A negative index before the first element of a buffer behind a reference.
#version 460 core
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430) buffer Target { uvec4 words[]; };
layout(push_constant) uniform Push { Target target; };
void main() {
  const int me = int(gl_GlobalInvocationID.x);
  if (me < 8) target.words[me - 1] = uvec4(1u);  //: outside
}
