// An index that is computed in 64 bits exceeds the block.
#version 460 core
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const uint64_t me = uint64_t(gl_GlobalInvocationID.x) << 31;
  words[uint(me >> 31) + uint(me >> 32) * 2u] = 1u;  //: outside
}
