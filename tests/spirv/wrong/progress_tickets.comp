// Tickets order the workgroups, but the one with the first ticket may stop.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 1) coherent buffer Flags { uint ticket; uint flags[]; };
void main() {
  const uint me = atomicAdd(ticket, 1u);
  uint sum = 1u;
  if (me > 0u) {
    while (atomicAdd(flags[me - 1u], 0u) == 0u) {  //: progress
    }
    sum += atomicAdd(flags[me - 1u], 0u);
  }
  atomicExchange(flags[me], sum);
}
