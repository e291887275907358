// A plain image store next to atomics of other invocations.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 9, r32ui) coherent uniform uimage2D pixels;
void main() {
  const ivec2 at = ivec2(0, gl_WorkGroupID.x);
  if (gl_LocalInvocationID.x == 9u) {
    imageStore(pixels, at, uvec4(1u));  //: with
  } else {
    imageAtomicAdd(pixels, at, 1u);  //: race
  }
}
