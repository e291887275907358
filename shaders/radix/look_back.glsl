// Decoupled look-back (Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002): a
// tile sums the keys of each digit in all preceding tiles from their status words. Needs radix/tile.glsl and one
// invocation per digit.
//
// OpenGL does not guarantee progress of earlier tiles while this one waits. After `look_back_reads` reads, the
// workgroup therefore counts the missing tiles itself.

// One status word per digit and tile: empty, the tile's own count, or the sum including all preceding tiles. State and
// number share a word, so the order of writes does not matter.
const uint counted = 1u << 30u, summed = 2u << 30u, number = (1u << 30u) - 1u;
layout(std430, binding = 6) coherent volatile buffer Sweep { uint sweep[]; };  // followed by one ticket per pass
uniform uint first_word;  // for this pass
uniform uint look_back_reads;

shared uint nearest_waited_for;  // number of the nearest missing tile plus 1, or 0 if there is none
shared uint counted_for[DIGITS];  // a missing tile's keys of each digit, counted by this workgroup

uint word_of(uint tile, uint digit) { return first_word + tile * rows() + digit; }

// Looks back from tile `next` - 1 until `next` is 0 or `look_back_reads` reads have found a tile without its count.
// Reads several words at once, because waiting for single reads would dominate the time.
void walk(inout uint next, inout uint sum) {
  for (uint waited = 0u; next > 0u && waited <= look_back_reads;) {
    const uint window = 4u;
    uint found[window];
    // Without a branch that would delay the next load.
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

// Counts the keys of each digit in a tile that has not published its counts.
void count_for(uint tile) {
  for (uint i = lane(); i < digits; i += uint(WORKGROUP)) counted_for[i] = 0u;
  barrier();
  uint first = tile * tile_keys;
  for (uint i = lane(); i < tile_keys && first + i < n; i += uint(WORKGROUP)) {
    atomicAdd(counted_for[digit_of(keys_in[first + i])], 1u);
  }
  barrier();
}

// Reports if this invocation waits (next > 0). All call it before a barrier; `nearest_waited_for` was 0 after the last barrier.
void say_who_waits(uint next) {
  if (next > 0u) atomicMax(nearest_waited_for, next);
}

// Counts missing tiles, one closer to the start per iteration. Every invocation calls it after that barrier.
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
