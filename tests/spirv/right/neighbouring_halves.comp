// Each invocation reads the 16 bits that it wrote, next to those of its neighbour.
#version 460 core
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Halves { uint16_t halves[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  halves[me] = uint16_t(me);
  halves[me] = uint16_t(uint(halves[me]) + 1u);
}
