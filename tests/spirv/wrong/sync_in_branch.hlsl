// Only one invocation reaches the barrier.
RWStructuredBuffer<uint> words : register(u0);
[numthreads(64, 1, 1)] void main(uint3 local : SV_GroupThreadID) {  //: with
  if (local.x == 5) {
    GroupMemoryBarrierWithGroupSync();  //: divergence
  }
}
