// Reorders a tile by the digit in shared memory and writes it to its targets, so that neighbours write to neighbouring
// addresses. Needs radix/tile.glsl.
//
// Processes STAGE keys at a time in the shared memory that ranking needs anyway, because its size limits the number of
// concurrent workgroups (an H200 provides 48 KiB per multiprocessor to OpenGL workgroups).
#include "radix/staged.glsl"

// Target of key 0 of the reordered tile if it had the digit.
shared uint bases[DIGITS];

#ifdef TELLS_COUNTS
// Computes `bases`; every invocation calls it between two barriers.
void find_bases();
#endif

// Moves a tile. Every invocation calls it with its keys and their positions in the reordered tile, of which those below `count` exist.
// `first` is the tile's first key. The pool must be free before the call and is free afterwards. Reads `bases` after a barrier.
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
