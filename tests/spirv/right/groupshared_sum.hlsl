// Atomics on groupshared memory between barriers.
RWStructuredBuffer<uint> words : register(u0);
groupshared uint total;
[numthreads(64, 1, 1)] void main(uint3 local : SV_GroupThreadID, uint3 global : SV_DispatchThreadID) {
  if (local.x == 0) total = 0;
  GroupMemoryBarrierWithGroupSync();
  uint before;
  InterlockedAdd(total, 1, before);
  GroupMemoryBarrierWithGroupSync();
  words[global.x] = total + before;
}
