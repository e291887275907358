// A step of a scan reads what other invocations overwrite in the same step.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = me;
  barrier();
  for (uint step = 1u; step < 64u; step *= 2u) {
    if (me >= step) box[me] += box[me - step];  //: race
    barrier();
  }
  words[gl_GlobalInvocationID.x] = box[me];
}
