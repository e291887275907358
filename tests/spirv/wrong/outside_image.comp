// A store one row below the image.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 9, r32ui) writeonly uniform uimage2D pixels;
void main() {
  imageStore(pixels, ivec2(gl_LocalInvocationID.x, gl_WorkGroupID.x + 1u), uvec4(1u));  //: outside
}
