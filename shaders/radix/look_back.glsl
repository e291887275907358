// Decoupled look-back (Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002): a
// tile reads the status words of preceding tiles to sum their keys of each digit. Needs radix/tile.glsl and one
// invocation per digit.
//
// OpenGL does not guarantee progress of earlier tiles while a later tile waits. After `look_back_reads` unsuccessful
// reads, the waiting workgroup therefore counts the missing tiles itself.

// Status word of a digit and tile: a state and a number of keys. States: 0 (unknown), `counted` (keys in the tile), or
// `summed` (keys in this and all earlier tiles). State and number share a word, so they become visible together.
const uint counted = 1u << 30u, summed = 2u << 30u, number = (1u << 30u) - 1u;
layout(std430, binding = 6) coherent volatile buffer Sweep { uint sweep[]; };  // status words, then a ticket per pass
uniform uint first_word;  // index of this pass's first status word
uniform uint look_back_reads;

shared uint nearest_waited_for;  // nearest tile that lacks a count, plus 1; 0 if there is none
shared uint counted_for[DIGITS];  // keys per digit of such a tile, counted by this workgroup

uint word_of(uint tile, uint digit) { return first_word + tile * rows() + digit; }

// Adds counts of earlier tiles, back from tile `next` - 1, until `next` is 0 or `look_back_reads` reads have failed.
// Reads several words at a time, because waiting for single reads would dominate the time.
void walk(inout uint next, inout uint sum) {
  for (uint waited = 0u; next > 0u && waited <= look_back_reads;) {
    const uint window = 4u;
    uint found[window];
    // Clamp indices instead of branching, because a branch would delay the next load.
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

// Counts the keys of each digit in a tile whose own workgroup has not published its counts.
void count_for(uint tile) {
  for (uint i = lane(); i < digits; i += uint(WORKGROUP)) counted_for[i] = 0u;
  barrier();
  uint first = tile * tile_keys;
  for (uint i = lane(); i < tile_keys && first + i < n; i += uint(WORKGROUP)) {
    atomicAdd(counted_for[digit_of(keys_in[first + i])], 1u);
  }
  barrier();
}

// Reports that this invocation waits for tile `next` - 1. All invocations must call this, then pass a barrier.
void say_who_waits(uint next) {
  if (next > 0u) atomicMax(nearest_waited_for, next);
}

// Counts missing tiles, from the nearest to the first. All invocations call this after say_who_waits() and a barrier.
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
