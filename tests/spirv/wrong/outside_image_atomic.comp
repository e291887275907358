// An atomic right of the image.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 9, r32ui) uniform uimage2D pixels;
void main() {
  imageAtomicAdd(pixels, ivec2(gl_LocalInvocationID.x + 1u, 0), 1u);  //: outside
}
