// A full barrier orders a globally coherent buffer.
globallycoherent RWStructuredBuffer<uint> words : register(u0);
RWStructuredBuffer<uint> results : register(u1);
[numthreads(64, 1, 1)] void main(uint3 global : SV_DispatchThreadID) {
  words[global.x] = global.x;
  AllMemoryBarrierWithGroupSync();
  results[global.x] = words[global.x ^ 1];
}
