// A tile put in order by the digit in shared memory, and from there to its places: neighbours then write to neighbours. Needs
// radix/tile.glsl.
//
// STAGE keys of the tile in order at a time, in the shared memory that ranking needs anyway: how many workgroups run beside each other
// depends on it (an H200 has 48 KiB of it for those of OpenGL on a multiprocessor).
#include "radix/staged.glsl"

// Where key 0 of the tile in order would go if it had the digit.
shared uint bases[DIGITS];

#ifdef TELLS_COUNTS
// Sees to it that `bases` are there; every invocation calls it between a barrier and another.
void find_bases();
#endif

// Every invocation calls it with its keys and their places in the tile put in order, of which those below `count` exist; `first` is the
// tile's first key. All invocations may write the pool when it is called, and again afterwards; it reads `bases` behind a barrier.
void move_tile(uint first, uint count, Code keys[ITEMS], uint places[place_words]) {
#if PAYLOAD
  uint payload[ITEMS];
  uint own = first + place(0u);
  if (count == tile_keys) {
    for (uint item = 0u; item < uint(ITEMS); ++item) payload[item] = payload_in[own + item * group_size];
  } else {
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      if (place(item) < count) payload[item] = payload_in[own + item * group_size];
    }
  }
#endif
  for (uint stage = 0u; stage < count; stage += stage_keys) {
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      uint at = place_of(places, item) - stage;
      if (at >= stage_keys) continue;
      put(at, keys[item]);
#if PAYLOAD
      put_payload(at, payload[item]);
#endif
    }
    barrier();
#ifdef TELLS_COUNTS
    if (stage == 0u) find_bases();
#endif
    for (uint at = lane(); at < stage_keys; at += uint(WORKGROUP)) {
      if (stage + at >= count) continue;
      Code key = key_at(at);
      uint target = bases[digit_of(key)] + stage + at;
      keys_out[target] = key;  //: writes key=key
#if PAYLOAD
      payload_out[target] = payload_at(at);
#endif
    }
    barrier_after_reads();
  }
}
