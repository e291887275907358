// Each invocation changes one byte behind a buffer reference.
#version 460 core
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430) buffer Target { uint8_t bytes[]; };
layout(push_constant) uniform Push { Target target; };
void main() {
  target.bytes[gl_GlobalInvocationID.x] = uint8_t(gl_GlobalInvocationID.x);
}
