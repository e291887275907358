// Tests whether workgroups consist of full subgroups of 32 invocations. In this case, every result word becomes 1.
#include "common/subgroups.glsl"
#include "common/invocation.glsl"
layout(std430, binding = 0) buffer Seen { uint seen[]; };

void main() {
  uint all = subgroupBallot(true).x, sum = subgroupAdd(1u);
  uint place = gl_SubgroupID * 32u + gl_SubgroupInvocationID;
  if (gl_SubgroupSize == 32u && all == 0xFFFFFFFFu && sum == 32u && place < uint(WORKGROUP)) atomicAdd(seen[place], 1u);
}
