// An invocation spins on a flag of another one, which need not run meanwhile.
#version 460 core
layout(local_size_x = 64) in;
shared uint flag;
void main() {
  flag = 0u;
  barrier();
  if (gl_LocalInvocationID.x == 63u) atomicExchange(flag, 1u);
  while (atomicAdd(flag, 0u) == 0u) {  //: endless
  }
}
