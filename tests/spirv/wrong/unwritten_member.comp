// One member of a structure in shared memory is not written.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
struct Range { uint first; uint end; };
shared Range range;
void main() {
  if (gl_LocalInvocationID.x == 0u) range.first = 5u;
  barrier();
  words[gl_GlobalInvocationID.x] = range.end - 5u;  //: unwritten
}
