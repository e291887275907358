// The last four words are read, but not written.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  if (me < 60u) box[me] = me;
  barrier();
  words[gl_GlobalInvocationID.x] = box[63u - me];  //: unwritten
}
