// Flag and value in one atomic word of 64 bits.
#version 460 core
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
layout(local_size_x = 1) in;
layout(std430, binding = 1) coherent buffer Flags { uint64_t states[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  atomicExchange(states[me], 1ul << 32 | me);
  const uint64_t state = atomicAdd(states[me ^ 1u], 0ul);
  results[me] = state >> 32 == 1ul ? uint(state) : 77u;
}
