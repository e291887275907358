// Ranks by matching: in each row of a group, the bits of a mask say which invocations have the same digit. Needs radix/tile.glsl.
//
// The masks are put together by atomics whose order does not matter, so that ranks are the same in every run. (Ashkiani, Davidson, Meyer,
// Owens, GPU Multisplit, PPoPP 2016, finds such masks by ballots, which OpenGL has not got; barriers stand for them here.)
//
// The pool: a counter for every group and digit, then two sets of masks, of which a row uses one while the other is cleared.
uint counter_at(uint group, uint digit) { return group * digits + digit; }
uint mask_at(uint item, uint group, uint digit) { return (1u + (item & 1u)) * groups * digits + counter_at(group, digit); }

void rank_tile(uint count, uint item_digits[ITEMS], out uint ranks[ITEMS]) {
  uint group = lane() / group_size, bit = 1u << (lane() % group_size);
  for (uint i = lane(); i < 3u * groups * digits; i += uint(WORKGROUP)) pool[i] = 0u;
  barrier();
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    bool exists = place(item) < count;
    uint counter = counter_at(group, item_digits[item]), mask = mask_at(item, group, item_digits[item]);
    if (exists) atomicOr(pool[mask], bit);
    barrier();
    uint peers = 0u, before = 0u;
    if (exists) {
      peers = pool[mask];
      before = pool[counter];
    }
    barrier();
    // The first of them speaks for all.
    if (exists && (peers & (bit - 1u)) == 0u) {
      pool[counter] = before + uint(bitCount(peers));
      pool[mask] = 0u;
    }
    ranks[item] = before + uint(bitCount(peers & (bit - 1u)));
  }
  barrier();
  uint counts[own_digits];
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    counts[own] = 0u;
    if (digit < digits) {
      for (uint other = 0u; other < groups; ++other) {
        uint found = pool[counter_at(other, digit)];
        pool[counter_at(other, digit)] = counts[own];
        counts[own] += found;
      }
    }
  }
  write_starts(counts);
  for (uint item = 0u; item < uint(ITEMS); ++item) ranks[item] += pool[counter_at(group, item_digits[item])];
  barrier();
}
