// A full memory barrier releases texels through a flag in a block.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 9, r32ui) coherent uniform uimage2D pixels;
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  imageStore(pixels, ivec2(me, 0), uvec4(me));
  memoryBarrier();
  atomicExchange(flags[me], 1u);
  if (atomicAdd(flags[me ^ 1u], 0u) == 1u) {
    memoryBarrier();
    results[me] = imageLoad(pixels, ivec2(me ^ 1u, 0)).x;
  }
}
