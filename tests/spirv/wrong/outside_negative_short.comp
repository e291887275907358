// A negative index of 16 bits.
#version 460 core
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const int16_t me = int16_t(gl_GlobalInvocationID.x);
  words[me - int16_t(1)] = 1u;  //: outside
}
