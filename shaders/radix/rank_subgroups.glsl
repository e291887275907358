// Ranks by matching as in radix/rank_matching.glsl, with subgroups as groups and without barriers: one ballot per bit of the digit yields
// the invocations with the same digit (Ashkiani, Davidson, Meyer, Owens, GPU Multisplit, PPoPP 2016). Needs radix/rank_groups.glsl.
//
// A pass of Onesweep on an H200 with 2^24 keys takes 0.30 ms with this method and 0.34 ms with subgroupPartitionNV(), a single
// instruction. It takes 0.40 ms with masks in shared memory and subgroup barriers, the fastest method in CUDA.
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
    // The first peer updates the counter for all.
    uint before = 0u;
    if ((peers & below) == 0u) before = atomicAdd(pool[counter_at(group, digit)], uint(bitCount(peers)));
    before = subgroupShuffle(before, uint(findLSB(peers)));
    set_place(ranks, item, before + uint(bitCount(peers & below)));
  }
  barrier();
}
