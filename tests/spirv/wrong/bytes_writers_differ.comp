// Two invocations write different values to the same byte.
#version 460 core
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Bytes { uint8_t bytes[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  bytes[me & ~1u] = uint8_t(me);  //: race
}
