// Sorts up to one tile of keys in one workgroup. For each digit, keys move from registers to shared memory and back.
#include "common/subgroups.glsl"
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#define DIGIT_BY_DIGIT
#include "radix/arrays.glsl"
#include "radix/tile.glsl"
#include "radix/rank_groups.glsl"
#ifdef SUBGROUPS
#include "radix/rank_subgroups.glsl"
#else
#include "radix/rank_matching.glsl"
#endif
#include "radix/staged.glsl"

uniform uint digit_number;  // digits per key

void main() {
  Code keys[ITEMS];
  load_tile(0u, n, keys);
#if PAYLOAD
  uint payload[ITEMS];
  for (uint item = 0u; item < uint(ITEMS); ++item) payload[item] = payload_in[min(place(item), n - 1u)];
#endif
  for (uint digit = 0u; digit < digit_number; ++digit) {
    shift = digit * uint(DIGIT_BITS);
    bits = min(uint(DIGIT_BITS), uint(32 * KEY_WORDS) - shift);
    uint places[place_words];
    rank_tile(n, keys, places);
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      put(place_of(places, item), keys[item]);
#if PAYLOAD
      put_payload(place_of(places, item), payload[item]);
#endif
    }
    barrier();
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      keys[item] = key_at(place(item));
#if PAYLOAD
      payload[item] = payload_at(place(item));
#endif
    }
    barrier_after_reads();
  }
  for (uint item = 0u; item < uint(ITEMS); ++item) {
    if (place(item) >= n) continue;
    keys_out[place(item)] = keys[item];  //: writes
#if PAYLOAD
    payload_out[place(item)] = payload[item];
#endif
  }
}
