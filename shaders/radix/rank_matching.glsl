// Ranks by matching: in each row of a group, the bits of a mask indicate the invocations with the same digit. Needs radix/rank_groups.glsl.
//
// Atomic operations build the masks in any order, so that ranks are reproducible. (Ashkiani, Davidson, Meyer, Owens, GPU Multisplit, PPoPP
// 2016, computes such masks by ballots. Here, barriers replace ballots, because a group may not execute in lockstep.)

// Two sets of masks for alternate rows: one is used while the other is cleared.
uint mask_at(uint item, uint group, uint digit) { return (1u + (item & 1u)) * groups * digits + counter_at(group, digit); }

void rank_in_group(Code keys[ITEMS], out uint ranks[place_words]) {
  uint group = lane() / group_size, bit = 1u << (lane() % group_size);
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint digit = digit_of(keys[item]);
    uint counter = counter_at(group, digit), mask = mask_at(item, group, digit);
    atomicOr(pool[mask], bit);
    barrier();
    uint peers = pool[mask], before = pool[counter];
    barrier_after_reads();
    // The first peer updates the counter for all.
    if ((peers & (bit - 1u)) == 0u) {
      pool[counter] = before + uint(bitCount(peers));
      pool[mask] = 0u;
    }
    set_place(ranks, item, before + uint(bitCount(peers & (bit - 1u))));
  }
  barrier();
}
