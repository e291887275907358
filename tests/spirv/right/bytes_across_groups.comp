// The last bytes of a workgroup share a word with the first ones of the next.
#version 460 core
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 63) in;
layout(std430, binding = 0) buffer Bytes { uint8_t bytes[]; };
void main() {
  bytes[gl_GlobalInvocationID.x] = uint8_t(gl_GlobalInvocationID.x);
}
