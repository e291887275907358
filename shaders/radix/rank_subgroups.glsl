// Ranks keys by matching, like radix/rank_matching.glsl, but with subgroups as groups and without barriers. One ballot per digit bit
// finds the invocations with equal digits (Ashkiani et al., GPU Multisplit, PPoPP 2016). Needs radix/rank_groups.glsl.
//
// Time of one Onesweep pass on an H200, 2^24 keys: 0.30 ms with ballots, and 0.34 ms with the single instruction
// subgroupPartitionNV(). Masks in shared memory with subgroup barriers, the fastest method in CUDA, need 0.40 ms.
void rank_in_group(Code keys[ITEMS], out uint ranks[place_words]) {
  uint group = gl_SubgroupID, below = (1u << gl_SubgroupInvocationID) - 1u;
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint digit = digit_of(keys[item]);
    uint peers = ~0u;
    for (uint bit = 0u; bit < uint(DIGIT_BITS); ++bit) {
      bool one = (digit & 1u << bit) != 0u;
      uint ones = subgroupBallot(one).x;
      peers &= one ? ones : ~ones;
    }
    // Only the first invocation with a digit updates the counter, for all invocations of the group with this digit.
    uint before = 0u;
    if ((peers & below) == 0u) before = atomicAdd(pool[counter_at(group, digit)], uint(bitCount(peers)));
    before = subgroupShuffle(before, uint(findLSB(peers)));
    set_place(ranks, item, before + uint(bitCount(peers & below)));
  }
  barrier();
}
