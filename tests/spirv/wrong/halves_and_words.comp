// One invocation writes 16 bits of a word that another one reads through a second block.
#version 460 core
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(std430, binding = 10) coherent buffer Halves { uint16_t halves[]; };
layout(std430, binding = 0) coherent buffer Words { uint words[]; };
layout(std430, binding = 1) buffer Results { uint results[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  halves[me] = uint16_t(me);  //: race
  results[me] = words[me / 2u];  //: with
}
