// A plain read of 64 bits that others change atomically.
#version 460 core
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer Words { uint64_t words[]; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  if (words[0] < me) {  //: with
    atomicMax(words[0], uint64_t(me));  //: race
  }
}
