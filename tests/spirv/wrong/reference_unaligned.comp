// A word behind a reference must lie at a multiple of four bytes.
#version 460 core
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430) buffer Target { uint word; };
layout(push_constant) uniform Push { uvec2 address; };
void main() {
  Target target = Target(address + uvec2(2u, 0u));
  target.word = 1u;  //: outside
}
