// Each invocation writes its own words behind a buffer reference.
#version 460 core
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Target { uint value; };
layout(push_constant) uniform Push { Target target; };
void main() {
  Target own = target + gl_GlobalInvocationID.x;
  own.value = gl_GlobalInvocationID.x;
  if (gl_LocalInvocationID.x > 0u) own += 1;
  own -= int(gl_LocalInvocationID.x > 0u);
  own[0].value += 1u;
}
