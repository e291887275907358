// A tile put in order by the digit in shared memory, and from there to its places: neighbours then write to neighbours. Needs
// radix/tile.glsl.

// Where key 0 of the tile in order would go if it had the digit.
shared uint bases[DIGITS];

// Every invocation calls it with its keys, of which those at places below `count` exist, and their places in the tile put in order; `first`
// is the tile's first key. All invocations may write the pool when it is called, and again afterwards; `bases` are read behind a barrier.
void move_tile(uint first, uint count, Code keys[ITEMS], uint places[ITEMS]) {
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    if (place(item) >= count) continue;
#if KEY_WORDS == 1
    pool[places[item]] = keys[item];
#else
    pool[places[item]] = keys[item].x;
    pool[tile_keys + places[item]] = keys[item].y;
#endif
  }
  barrier();
  uint targets[ITEMS];
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint at = item * uint(WORKGROUP) + lane();
    if (at >= count) continue;
#if KEY_WORDS == 1
    Code key = pool[at];
#else
    Code key = uvec2(pool[at], pool[tile_keys + at]);
#endif
    targets[item] = bases[digit_of(key)] + at;
    keys_out[targets[item]] = key;  //: writes key=key
  }
  barrier_after_reads();
#if PAYLOAD
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    if (place(item) < count) pool[places[item]] = payload_in[first + place(item)];
  }
  barrier();
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    uint at = item * uint(WORKGROUP) + lane();
    if (at < count) payload_out[targets[item]] = pool[at];
  }
  barrier();
#endif
}
