// Reorders a tile by the digit in shared memory, then writes it to its targets. Adjacent invocations then write to
// adjacent addresses. Needs radix/tile.glsl.
//
// Processes STAGE keys at a time, in the shared memory that ranking needs anyway. More shared memory would reduce the
// number of concurrent workgroups (an H200 provides 48 KiB per multiprocessor to OpenGL workgroups).
#include "radix/staged.glsl"

// For each digit, its first key's target minus the start of its run in the reordered tile, modulo 2^32.
shared uint bases[DIGITS];

#ifdef TELLS_COUNTS
// Computes `bases`. All invocations of the workgroup call it, between two barriers.
void find_bases();
#endif

// Moves a tile that starts at `first` and has `count` keys. places: positions in the reordered tile of this invocation's keys. Every
// invocation must call it. The pool must be free before, and is free afterwards. Reads `bases` only after a barrier.
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
