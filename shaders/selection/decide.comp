// Runs in one workgroup after all digits of a level are counted. Finds the digit of each rank: the first whose running count
// exceeds the rank. Appends it to the rank's prefix, numbers the distinct prefixes, and clears the next level's histogram.
//
// Defines: DIGIT_BITS, the maximum number of bits per digit.
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#define STATE_ACCESS coherent
#include "selection/rank_state.glsl"

layout(std430, binding = 3) readonly buffer Histogram { uint histogram[]; };
layout(std430, binding = 4) writeonly buffer NextHistogram { uint next_histogram[]; };
layout(std430, binding = 5) readonly buffer Kept { uint kept[]; };

uniform uint width;       // number of bits of this level's digit
uniform uint workgroups;  // number of workgroups that counted this level's digits
uniform uint share;       // maximum number of candidates per workgroup
uniform uint keeps;       // 1 if this level keeps candidates, otherwise 0
uniform uint guesses;     // 1 on a first level that keeps the keys of guessed bins, otherwise 0
// Ranks that this dispatch processes. The dispatch of the last ranks also numbers the prefixes.
uniform uint first_rank;
uniform uint last_rank;

const uint bins = 1u << uint(DIGIT_BITS);
shared uint overflow;

uvec2 appended(uvec2 prefix, uint digit) {
  return uvec2((prefix.x << width) | digit, (prefix.y << width) | (prefix.x >> (32u - width)));
}

// Finds the digit of rank r. Each invocation sums a range of bins, and the one whose range contains the rank stores it.
void find_digit(uint r) {
  uint at = rank_at(r);
  uint rank = state[at + 2u], base = state[at + 3u] * bins;
  uint chunk = (bins + uint(WORKGROUP) - 1u) / uint(WORKGROUP);
  uint first = min(bins, gl_LocalInvocationID.x * chunk), last = min(bins, first + chunk);
  uint sum = 0u;
  for (uint bin = first; bin < last; ++bin) sum += histogram[base + bin];
  uint total;
  uint before = workgroup_exclusive_scan(sum, total);
  if (rank < before || rank >= before + sum) return;
  uint digit = first;
  for (; rank >= before + histogram[base + digit]; ++digit) before += histogram[base + digit];
  uvec2 prefix = appended(uvec2(state[at], state[at + 1u]), digit);
  state[at] = prefix.x;
  state[at + 1u] = prefix.y;
  state[at + 2u] = rank - before;
}

// Numbers the different prefixes of all ranks. Equal prefixes are adjacent, because ranks ascend.
void number_prefixes() {
  uint count = 0u;
  for (uint r = 0u; r < ranks; ++r) {
    uint at = rank_at(r);
    uvec2 prefix = uvec2(state[at], state[at + 1u]);
    if (r == 0u || prefix != uvec2(state[at - rank_words], state[at - rank_words + 1u])) {
      state[prefix_at(count)] = prefix.x;
      state[prefix_at(count) + 1u] = prefix.y;
      ++count;
    }
    state[at + 3u] = count - 1u;
  }
  state[0] = count;
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  if (lane == 0u) overflow = 0u;
  barrier();
  for (uint w = lane; w < workgroups; w += uint(WORKGROUP)) {
    if (keeps != 0u && kept[w] > share) overflow = 1u;
  }
  for (uint r = first_rank; r < last_rank; ++r) find_digit(r);
  for (uint i = first_rank * bins + lane; i < last_rank * bins; i += uint(WORKGROUP)) next_histogram[i] = 0u;
  memoryBarrierBuffer();
  barrier();
  if (lane != 0u || last_rank < ranks) return;
  number_prefixes();
  if (guesses != 0u) {
    // Digits ascend with ranks: if the guess contains the first and the last digit, it contains all.
    if (state[rank_at(0u)] < state[2] || state[rank_at(ranks - 1u)] > state[3]) return;
  }
  if (keeps != 0u && overflow == 0u) state[1] = 1u;
}
