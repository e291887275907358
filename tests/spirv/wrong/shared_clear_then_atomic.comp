// Others may count before invocation 0 has set the counter to zero.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint total;
void main() {
  total = 7u;
  barrier();
  if (gl_LocalInvocationID.x == 0u) total = 0u;  //: with
  atomicAdd(total, 1u);  //: race
  barrier();
  words[gl_GlobalInvocationID.x] = total;
}
