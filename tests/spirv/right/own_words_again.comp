// An invocation reads what it has written itself without any barrier.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = me;
  words[gl_GlobalInvocationID.x] = box[me];
  words[gl_GlobalInvocationID.x] += box[me];
}
