// Ranks keys by matching: bits of a mask show which invocations of a group have the same digit. Needs radix/rank_groups.glsl.
//
// The masks do not depend on the order of the atomic operations, so ranks are reproducible. Ashkiani, Davidson, Meyer and Owens (GPU
// Multisplit, PPoPP 2016) build masks by ballots. Here barriers replace ballots, because groups need not run in lockstep.

// Index of a mask. Even and odd rows have separate masks: one is cleared while the other is in use.
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
    // Only the first invocation with a digit updates the counter, for all invocations of the group with this digit.
    if ((peers & (bit - 1u)) == 0u) {
      pool[counter] = before + uint(bitCount(peers));
      pool[mask] = 0u;
    }
    set_place(ranks, item, before + uint(bitCount(peers & (bit - 1u))));
  }
  barrier();
}
