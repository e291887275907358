// The barrier orders device memory, but not groupshared memory.
RWStructuredBuffer<uint> words : register(u0);
groupshared uint box[64];
[numthreads(64, 1, 1)] void main(uint3 local : SV_GroupThreadID, uint3 global : SV_DispatchThreadID) {
  box[local.x] = 0;
  GroupMemoryBarrierWithGroupSync();
  box[local.x] = local.x;  //: with
  DeviceMemoryBarrierWithGroupSync();
  words[global.x] = box[local.x ^ 1];  //: race
}
