// Invocations of all workgroups write the same value to one byte.
#version 460 core
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bytes { uint8_t bytes[]; };
void main() {
  bytes[5] = uint8_t(200u);
}
