// The next round overwrites shared memory that others still read.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  uint sum = 0u;
  for (uint round = 0u; round < 3u; ++round) {
    box[me] = me + round;  //: race
    barrier();
    sum += box[63u - me];  //: with
  }
  words[gl_GlobalInvocationID.x] = sum;
}
