// Only some workgroups write the word that all read.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint limit;
void main() {
  if (gl_WorkGroupID.x != 2u) limit = 5u;
  barrier();
  words[gl_GlobalInvocationID.x] = limit;  //: unwritten
}
