// Ranks by matching as in radix/rank_matching.glsl, where a group is a subgroup and needs no barriers: a ballot for each bit of the digit
// tells which invocations have the same one (Ashkiani, Davidson, Meyer, Owens, GPU Multisplit, PPoPP 2016). Needs radix/rank_groups.glsl.
//
// On an H200 with 2^24 keys a pass of Onesweep takes 0.30 ms so; 0.34 with subgroupPartitionNV(), which is one instruction; 0.40 with masks
// in shared memory between barriers of the subgroup, which is the fastest way in CUDA.
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
    // The first of them speaks for all.
    uint before = 0u;
    if ((peers & below) == 0u) before = atomicAdd(pool[counter_at(group, digit)], uint(bitCount(peers)));
    before = subgroupShuffle(before, uint(findLSB(peers)));
    set_place(ranks, item, before + uint(bitCount(peers & below)));
  }
  barrier();
}
