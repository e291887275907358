// Guesses the bins of the requested elements from a sample, before all keys are counted. The first level then keeps the
// keys of the guessed bins. One workgroup.
//
// Defines: DIGIT_BITS; VECTORS, vectors per sample; RUN, adjacent vectors per draw (separate vectors would each need an
// address translation); LOADS, vectors that an invocation reads ahead.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#define STATE_ACCESS writeonly
#include "selection/rank_state.glsl"

layout(std430, binding = 1) readonly buffer Vectors { uvec4 vectors[]; };  // 4 words of keys each

uniform uvec2 lowest;   // smallest encoded key, subtracted from every key, low word first
uniform uint shift;     // position of the digit's lowest bit
uniform uint width;     // number of bits of the digit, at most DIGIT_BITS
uniform uint range;   // each run is drawn from this many vectors
uniform uint low_rank;   // rank that the first guessed bin has in the sorted sample
uniform uint high_rank;  // rank that the last guessed bin has in the sorted sample

const uint bins = 1u << uint(DIGIT_BITS);
shared uint counts[bins];
#include "selection/places.glsl"

// Returns the index of sample vector v. Multiplicative hashing (Knuth, TAOCP 3, 6.4) avoids patterns of the input.
uint place_of(uint v) {
  uint run = v / uint(RUN);
  return run * range + (run * 2654435769u >> 8u) % (range - uint(RUN) + 1u) + v % uint(RUN);
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  for (uint i = lane; i < bins; i += uint(WORKGROUP)) counts[i] = 0u;
  barrier();
  for (uint first = lane; first < uint(VECTORS); first += uint(WORKGROUP * LOADS)) {
    uvec4 ahead[LOADS];
    for (uint j = 0u; j < uint(LOADS); ++j) {
      uint v = first + j * uint(WORKGROUP);
      if (v < uint(VECTORS)) ahead[j] = vectors[place_of(v)];  //: reads
    }
    for (uint j = 0u; j < uint(LOADS); ++j) {
      if (first + j * uint(WORKGROUP) >= uint(VECTORS)) break;
      for (uint i = 0u; i < keys_a_vector; ++i) {
        atomicAdd(counts[digit_of(above_lowest(encode(key_of(ahead[j], i))))], 1u);
      }
    }
  }
  barrier();
  uint chunk = (bins + uint(WORKGROUP) - 1u) / uint(WORKGROUP);
  uint begin = min(bins, lane * chunk), end = min(bins, begin + chunk), sum = 0u;
  for (uint bin = begin; bin < end; ++bin) sum += counts[bin];
  uint total;
  uint before = workgroup_exclusive_scan(sum, total);
  for (uint bin = begin; bin < end; ++bin) {
    uint next = before + counts[bin];
    if (before <= low_rank && low_rank < next) state[2] = bin;  //: compares, writes
    if (before <= high_rank && high_rank < next) state[3] = bin;
    before = next;
  }
}
