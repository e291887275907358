// A ballot in divergent flow counts the active lanes only.
#version 460 core
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
layout(binding = 1) coherent buffer Flags { uint count; };
void main() {
  const uint me = gl_GlobalInvocationID.x;
  if (me % 3u == 0u) {
    const uvec4 active_lanes = subgroupBallot(true);
    uint first = 0u;
    if (subgroupElect()) first = atomicAdd(count, subgroupBallotBitCount(active_lanes));
    first = subgroupBroadcastFirst(first);
    words[first + subgroupBallotExclusiveBitCount(active_lanes)] = me;
  }
}
