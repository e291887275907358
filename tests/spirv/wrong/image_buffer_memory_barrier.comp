// The memory barrier orders storage blocks instead of images.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 9, r32ui) coherent uniform uimage2D pixels;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  const ivec2 at = ivec2(gl_LocalInvocationID.x, gl_WorkGroupID.x);
  imageStore(pixels, at, uvec4(at.x));  //: with
  memoryBarrierBuffer();
  barrier();
  words[gl_GlobalInvocationID.x] = imageLoad(pixels, ivec2(at.x ^ 1, at.y)).x;  //: race
}
