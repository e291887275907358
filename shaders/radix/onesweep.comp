// Moves every key by its digit in one pass over the array. A workgroup ranks a tile, sums the keys of each digit in all
// preceding tiles by look-back, and writes the reordered tile. Needs one invocation per digit.
#include "common/subgroups.glsl"
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#include "radix/arrays.glsl"
#define TELLS_COUNTS
#include "radix/tile.glsl"
#include "radix/rank_groups.glsl"
#ifdef SUBGROUPS
#include "radix/rank_subgroups.glsl"
#else
#include "radix/rank_matching.glsl"
#endif
#include "radix/order.glsl"
#include "radix/look_back.glsl"

uniform uint ticket;     // index in `sweep` of the counter from which this pass draws tiles
#ifdef CHOSEN
uint first_bin;  // index in `table` of the first value of the prefix's digit
#else
uniform uint first_bin;  // index in `table` of the first value of this pass's digit
#endif

// Tile that this workgroup has drawn. Tiles are drawn in ascending order, so no tile waits for an unstarted one.
shared uint taken_tile;

// Publishes a status word. Tests turn this off (TELLING 0), so that other workgroups must count missing tiles.
void tell(uint digit, uint word) {
#if TELLING
  sweep[word_of(taken_tile, digit)] = word;
#endif
}

void tell_count(uint digit, uint count) {
  if (digit < rows()) tell(digit, (taken_tile == 0u ? summed : counted) | count);
}

// State of the look-back for this invocation's digit: number of tiles still to read, and keys in the tiles read so far.
uint next, sum;

void conclude() {
  uint digit = lane();
  if (digit >= rows()) return;
  uint own = starts[digit + 1u] - starts[digit];
  if (taken_tile > 0u) tell(digit, summed | (sum + own));
  bases[digit] = table[first_bin + digit] + sum - starts[digit];
}

// Counts the keys of earlier tiles that have not published their counts in time. This is rare.
void find_bases() {
  if (nearest_waited_for == 0u) return;
  bool waits = next > 0u;
  count_waited_for(next, sum);
  if (waits) conclude();
  barrier();
}

void main() {
#ifdef CHOSEN
  if (!sorts_by_prefix()) return;
  set_digit(chosen_digit());
  first_bin = chosen_digit() * digits;
#elif defined(BLOCK)
  if (sorts_by_prefix()) return;
#endif
  if (lane() == 0u) {
    taken_tile = atomicAdd(sweep[ticket], 1u);
    nearest_waited_for = 0u;
  }
  barrier();
  uint first = taken_tile * tile_keys, count = min(tile_keys, n - first);
  Code keys[ITEMS];
  uint places[place_words];
  load_tile(first, count, keys);
  rank_tile(count, keys, places);
  next = lane() < rows() ? taken_tile : 0u;
  sum = 0u;
  walk(next, sum);
  say_who_waits(next);
  if (next == 0u) conclude();  // publish the sum before move_tile(), because later tiles wait for it
  move_tile(first, count, keys, places);
}
