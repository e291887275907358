// Two invocations write different values to one texel.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 9, r32ui) uniform uimage2D pixels;
void main() {
  const uint me = gl_LocalInvocationID.x;
  imageStore(pixels, ivec2(me / 16u, gl_WorkGroupID.x), uvec4(me));  //: race
}
