// Each invocation writes one byte; four of them share a word.
#version 460 core
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bytes { uint8_t bytes[]; };
void main() {
  bytes[gl_GlobalInvocationID.x] = uint8_t(gl_LocalInvocationID.x);
}
