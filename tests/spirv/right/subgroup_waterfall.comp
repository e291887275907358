// Each round serves the lanes with the digit of the first active one.
#version 460 core
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint counts[4];
void main() {
  const uint me = gl_LocalInvocationID.x, digit = me * 7u % 4u;
  if (me < 4u) counts[me] = 0u;
  barrier();
  while (true) {
    const uint first = subgroupBroadcastFirst(digit);
    if (digit == first) {
      const uint same = subgroupBallotBitCount(subgroupBallot(true));
      if (subgroupElect()) atomicAdd(counts[digit], same);
      break;
    }
  }
  barrier();
  words[gl_GlobalInvocationID.x] = counts[digit];
}
