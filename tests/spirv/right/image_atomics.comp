// Atomics of all workgroups on the same texels.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 9, r32ui) coherent uniform uimage2D pixels;
void main() {
  imageAtomicAdd(pixels, ivec2(gl_LocalInvocationID.x % 4u, 3), 1u);
}
