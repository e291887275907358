// The last invocation writes past the end of the buffer.
RWStructuredBuffer<uint2> words : register(u0);
[numthreads(64, 1, 1)] void main(uint3 global : SV_DispatchThreadID) {
  words[global.x] = global.xy;  //: outside
}
