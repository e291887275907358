// The last invocation writes past the last byte.
#version 460 core
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bytes { uint8_t bytes[]; };
void main() {
  bytes[gl_GlobalInvocationID.x * 4u + 4u] = uint8_t(1u);  //: outside
}
