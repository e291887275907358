// The next workgroup passes on through its own flag all that the previous one has released.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint flags[]; };
layout(binding = 2) buffer Results { uint results[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  words[me] = 5u;
  const bool follows = me > 0u && atomicOr(flags[max(me, 1u) - 1u], 0u) == 1u;
  memoryBarrierBuffer();
  if (me == 0u || follows) atomicExchange(flags[me], 1u);
  if (follows) results[me] = words[0] + words[me - 1u];
}
