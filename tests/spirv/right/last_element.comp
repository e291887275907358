// Indices reach the last element of each array, but not further.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint head[56]; uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  uint own[8];
  for (int n = 7; n >= 0; --n) own[n] = uint(n);
  box[63u - me] = own[me / 8u];
  barrier();
  head[55] = 1u;
  if (gl_GlobalInvocationID.x < uint(words.length())) words[gl_GlobalInvocationID.x] = box[me];
}
