// The reader polls the flag with a plain read.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  atomicExchange(flags[me], 1u);  //: with
  results[me] = flags[me ^ 1u];  //: race
}
