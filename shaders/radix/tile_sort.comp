// Sorts up to one tile of keys in each workgroup. For each digit, keys move from registers to shared memory and back.
// With CHOSEN, a workgroup sorts the keys with one value of the prefix's digit, by the digits below it. Otherwise, the
// only workgroup sorts all keys.
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

#ifndef CHOSEN
uniform uint digit_number;  // digits per key
#endif

// Sorts `count` keys from `first` on by their `digit_number` lowest digits. count: 1 to tile_keys.
void sort_tile(uint first, uint count, uint digit_number) {
  Code keys[ITEMS];
  load_tile(first, count, keys);
#if PAYLOAD
  uint payload[ITEMS];
  for (uint item = 0u; item < uint(ITEMS); ++item) payload[item] = payload_in[first + min(place(item), count - 1u)];
#endif
  for (uint digit = 0u; digit < digit_number; ++digit) {
    set_digit(digit);
    uint places[place_words];
    rank_tile(count, keys, places);
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
    if (place(item) >= count) continue;
    keys_out[first + place(item)] = keys[item];  //: writes
#if PAYLOAD
    payload_out[first + place(item)] = payload[item];
#endif
  }
}

void main() {
#ifdef CHOSEN
  if (!sorts_by_prefix()) return;
  uint at = chosen_digit() * digits + workgroup_index();
  uint first = table[at], last = workgroup_index() + 1u < digits ? table[at + 1u] : n;
  if (first < last) sort_tile(first, last - first, chosen_digit());
#else
  sort_tile(0u, n, digit_number);
#endif
}
