// Ranks by matching: in each row of a group, the bits of a mask say which invocations have the same digit. Needs radix/tile.glsl.
//
// The masks are put together by atomics whose order does not matter, so that ranks are the same in every run. (Ashkiani, Davidson, Meyer,
// Owens, GPU Multisplit, PPoPP 2016, finds such masks by ballots, which OpenGL has not got; barriers stand for them here.)
//
// The pool: a counter for every group and digit, then two sets of masks, of which a row uses one while the other is cleared.
uint counter_at(uint group, uint digit) { return group * digits + digit; }
uint mask_at(uint item, uint group, uint digit) { return (1u + (item & 1u)) * groups * digits + counter_at(group, digit); }

void rank_in_group(uint count, Code keys[ITEMS], out uint ranks[ITEMS]) {
  uint group = lane() / group_size, bit = 1u << (lane() % group_size);
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    bool exists = place(item) < count;
    uint digit = digit_of(keys[item]);
    uint counter = counter_at(group, digit), mask = mask_at(item, group, digit);
    if (exists) atomicOr(pool[mask], bit);
    barrier();
    uint peers = 0u, before = 0u;
    if (exists) {
      peers = pool[mask];
      before = pool[counter];
    }
    barrier();  // the reads stay before it, for they stand in a branch
    // The first of them speaks for all.
    if (exists && (peers & (bit - 1u)) == 0u) {
      pool[counter] = before + uint(bitCount(peers));
      pool[mask] = 0u;
    }
    ranks[item] = before + uint(bitCount(peers & (bit - 1u)));
  }
  barrier();
}

void rank_tile(uint count, Code keys[ITEMS], out uint places[ITEMS]) {
  for (uint i = lane(); i < 3u * groups * digits; i += uint(WORKGROUP)) pool[i] = 0u;
  barrier();
  rank_in_group(count, keys, places);
  uint found[own_digits * groups], counts[own_digits];
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    counts[own] = 0u;
    for (uint group = 0u; group < groups; ++group) {
      found[own * groups + group] = digit < digits ? pool[counter_at(group, digit)] : 0u;
      counts[own] += found[own * groups + group];
    }
  }
  write_starts(counts);
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    if (digit >= digits) continue;
    uint next = starts[digit];
    for (uint group = 0u; group < groups; ++group) {
      pool[counter_at(group, digit)] = next;
      next += found[own * groups + group];
    }
  }
  barrier();
  uint group = lane() / group_size;
  for (uint item = 0u; item < uint(ITEMS); ++item) places[item] += pool[counter_at(group, digit_of(keys[item]))];
  barrier_after_reads();
}
