// Decoupled look-back (Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002): a tile learns how many
// keys of each digit stand before it from the tiles before it, as far as they have got. Needs radix/tile.glsl, and an invocation for every
// digit.
//
// OpenGL does not promise that the workgroups of earlier tiles get on while this one waits: after `look_back_reads` reads the workgroup counts the
// tiles that it waits for itself.

// A word for every digit of every tile: nothing yet, the tile's own count, or that and all before it. One word holds state and number, so
// that no order of two writes matters.
const uint counted = 1u << 30u, summed = 2u << 30u, number = (1u << 30u) - 1u;
layout(std430, binding = 6) coherent volatile buffer Sweep { uint sweep[]; };  // then a ticket for every pass
uniform uint first_word;  // of this pass
uniform uint look_back_reads;

shared uint nearest_waited_for;  // and 1, or 0: for none
shared uint counted_for[DIGITS];  // a tile's keys of every digit, by this workgroup

uint word_of(uint tile, uint digit) { return first_word + tile * rows() + digit; }

// Goes back from tile `next` - 1 until `next` is 0 or `look_back_reads` reads have found a tile without its count. Words are read a few at once:
// waiting for one after the other would be what a tile does most of its time.
void walk(inout uint next, inout uint sum) {
  for (uint waited = 0u; next > 0u && waited <= look_back_reads;) {
    const uint window = 4u;
    uint found[window];
    // Without a branch, which the next load would wait at.
    for (uint i = 0u; i < window; ++i) found[i] = sweep[word_of(next - 1u - min(i, next - 1u), lane())];
    uint before = next;
    for (uint i = 0u; i < window; ++i) {
      if (next == 0u || next + i != before) break;
      if ((found[i] & (summed | counted)) != 0u) {
        sum += found[i] & number;
        --next;
      }
      if ((found[i] & summed) != 0u) {
        next = 0u;
        break;
      }
    }
    if (next == before) ++waited;
  }
}

// How many keys of every digit a tile has that has not told it.
void count_for(uint tile) {
  for (uint i = lane(); i < digits; i += uint(WORKGROUP)) counted_for[i] = 0u;
  barrier();
  uint first = tile * tile_keys;
  for (uint i = lane(); i < tile_keys && first + i < n; i += uint(WORKGROUP)) {
    atomicAdd(counted_for[digit_of(keys_in[first + i])], 1u);
  }
  barrier();
}

// Every invocation calls it before a barrier: those that still wait, with next > 0. `nearest_waited_for` was 0 behind the barrier before.
void say_who_waits(uint next) {
  if (next > 0u) atomicMax(nearest_waited_for, next);
}

// Every invocation calls it after that barrier. One tile nearer to the start in every round.
void count_waited_for(inout uint next, inout uint sum) {
  for (uint nearest = nearest_waited_for; nearest > 0u; nearest = nearest_waited_for) {
    count_for(nearest - 1u);
    if (next == nearest) {
      sum += counted_for[lane()];
      --next;
    }
    walk(next, sum);
    if (lane() == 0u) nearest_waited_for = 0u;
    barrier();
    say_who_waits(next);
    barrier();
  }
}
