#version 430
#if SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif
// Moves the keys of each share to their targets, with one workgroup per share. The workgroup orders its share tile by
// tile in shared memory, so that adjacent invocations write to adjacent targets.

// NVIDIA's compiler keeps small arrays in registers only if it unrolls all loops over them. Others ignore this line.
#pragma optionNV(unroll all)

#include "shares.glsl"
#include "workgroup.glsl"
#include "rank.glsl"

// For each digit value: the target of its next key, minus the place of its first key in the ordered tile.
shared uint bases[DIGITS];

// Reordered keys on their way to their targets. They use the pool when ranking has ended.
const uint stage_keys = uint(STAGE);
void put(uint at, Key key) {
#if KEY_WORDS == 1
  pool[at] = key;
#else
  pool[at] = key.x;
  pool[stage_keys + at] = key.y;
#endif
}
Key key_at(uint at) {
#if KEY_WORDS == 1
  return pool[at];
#else
  return uvec2(pool[at], pool[stage_keys + at]);
#endif
}
#if PAYLOAD
#define PAYLOAD_AT(at) pool[uint(KEY_WORDS) * stage_keys + (at)]
#endif

// Loads the invocation's keys of the tile at `first`, which has `count` keys.
void load_keys(uint first, uint count, out Key keys[ITEMS]) {
  uint own = first + place(0u);
  if (count == tile_keys) {
    for (uint item = 0u; item < uint(ITEMS); ++item) keys[item] = keys_in[own + item * group_size];
  } else {
    for (uint item = 0u; item < uint(ITEMS); ++item) {
      keys[item] = decode(~Key(0u));  // pads the tile, and is in order after all keys
      if (place(item) < count) keys[item] = keys_in[own + item * group_size];
    }
  }
}

// Writes the tile to its targets, `stage_keys` keys at a time.
void write_tile(uint first, uint count, Key keys[ITEMS], uint places[place_words]) {
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
      if (at >= stage_keys) continue;  // also if the place is before this stage
      put(at, keys[item]);
#if PAYLOAD
      PAYLOAD_AT(at) = payload[item];
#endif
    }
    barrier();
    for (uint at = lane(); at < stage_keys; at += uint(WORKGROUP)) {
      if (stage + at >= count) continue;
      Key key = key_at(at);
      uint target = bases[digit_of(key)] + stage + at;
      keys_out[target] = key;
#if PAYLOAD
      payload_out[target] = PAYLOAD_AT(at);
#endif
    }
    barrier_after_reads();
  }
}

void main() {
  uint share = gl_WorkGroupID.x;
  // Each invocation remembers the next target of its digit values from tile to tile. The first target comes after all
  // keys with smaller digits, and after the keys of preceding shares with the same digit.
  uint targets[own_digits], sum = 0u, total;
  for (uint own = 0u; own < own_digits; ++own) {
    uint digit = lane() * own_digits + own;
    targets[own] = sum;
    if (digit >= digit_values()) continue;
    targets[own] += counts[place_in_counts(digit, share)];
    sum += totals[digit];
  }
  uint smaller = workgroup_scan(sum, total);
  for (uint own = 0u; own < own_digits; ++own) targets[own] += smaller;
  uint first = share * share_keys, last = min(n, first + share_keys);
  for (uint tile = first; tile < last; tile += tile_keys) {
    uint count = min(tile_keys, last - tile);
    Key keys[ITEMS];
    uint places[place_words];
    load_keys(tile, count, keys);
    rank_tile(count, keys, places);
    for (uint own = 0u; own < own_digits; ++own) {
      uint digit = lane() * own_digits + own;
      if (digit >= digits) continue;
      bases[digit] = targets[own] - starts[digit];
      targets[own] += starts[digit + 1u] - starts[digit];
    }
    write_tile(tile, count, keys, places);
  }
}
