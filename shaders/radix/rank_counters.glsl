// Ranks with counters: each invocation processes ITEMS consecutive digits with one private counter per digit
// (Bandyopadhyay & Sahni, section VI, phase 1). Needs radix/tile.glsl.
//
// The pool contains the tile's digits, which their ranks replace, and then the counters, digit by digit. Padding after
// every 32 words maps accesses of adjacent invocations to different banks.
uint spread(uint i) { return i + i / 32u; }
uint counter_at(uint digit, uint invocation) { return spread(tile_keys) + spread(digit * uint(WORKGROUP) + invocation); }

// Turns the counters into positions of first keys, by an exclusive scan. `starts` is valid after the next barrier.
void scan_counters() {
  uint first = lane() * digits, sum = 0u;
  for (uint i = 0u; i < digits; ++i) sum += pool[counter_at(0u, first + i)];
  uint total;
  uint before = workgroup_exclusive_scan(sum, total);
  for (uint i = 0u; i < digits; ++i) {
    uint found = pool[counter_at(0u, first + i)];
    pool[counter_at(0u, first + i)] = before;
    before += found;
  }
  barrier();
  for (uint digit = lane(); digit < digits; digit += uint(WORKGROUP)) starts[digit] = pool[counter_at(digit, 0u)];
  if (lane() == 0u) starts[digits] = total;
}

void rank_tile(uint count, Code keys[ITEMS], out uint places[place_words]) {
  for (uint item = 0u; item < uint(ITEMS); ++item) pool[spread(place(item))] = digit_of(keys[item]);
  for (uint digit = 0u; digit < digits; ++digit) pool[counter_at(digit, lane())] = 0u;
  barrier();
  for (uint i = lane() * uint(ITEMS); i < min(count, (lane() + 1u) * uint(ITEMS)); ++i) {
    uint counter = counter_at(pool[spread(i)], lane());
    uint before = pool[counter];
    pool[spread(i)] = before;
    pool[counter] = before + 1u;
  }
  barrier();
  scan_counters();
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint counted_by = place(item) / uint(ITEMS);
    uint found = pool[spread(place(item))] + pool[counter_at(digit_of(keys[item]), counted_by)];
    set_place(places, item, place(item) < count ? found : place(item));
  }
  barrier_after_reads();
}
