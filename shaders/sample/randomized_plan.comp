// Lists the work that follows step 3 of a level, with one workgroup. Lists the buckets that are small enough to sort.
// If larger ones remain, they become the next level's parents, with their tiles and the tiles between them. If the
// parameters that the host chose for the next level do not fit, or a list is full, the host continues.
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
#include "sample/randomized_layout.glsl"
#include "sample/randomized_control.glsl"
layout(std430, binding = 4) readonly buffer Parents { Parent parents[]; };
layout(std430, binding = 5) writeonly buffer SmallBuckets { uvec2 small_buckets[]; };  // first position, number of keys
layout(std430, binding = 6) coherent buffer NextParents { Parent next_parents[]; };
layout(std430, binding = 7) writeonly buffer NextTiles { Tile next_tiles[]; };
layout(std430, binding = 8) writeonly buffer NextMoved { Tile next_moved[]; };
layout(std430, binding = 10) readonly buffer Found { uint found[]; };  // bucket start, size, whether all keys are equal
layout(std430, binding = 11) buffer Control { uint control[]; };

uniform uint n;
uniform uint own, next;           // indices in `control` of the records of the current and the next level
uniform uint k, next_k;           // buckets per parent, on the current and the next level
uniform uint limit;               // maximum number of keys of a bucket to sort without further distribution
uniform uint least, most;         // minimum and maximum number of keys per parent on the next level
uniform uint tile, moved_tile;    // keys per tile to distribute, and per tile to copy
uniform uint table_room, small_room;
uniform uint widest;              // maximum number of workgroups along one axis of a dispatch
uniform uint invocations;         // invocations per workgroup of the step that computes starts and sizes of buckets
uniform uint chunk, chunks_each;  // words per chunk of the scan, and chunks per workgroup

shared uint smallest, largest, alike;

struct Sums {
  uint waiting, tiles, keys, small;
};

uint parts(uint whole, uint part) { return whole == 0u ? 0u : (whole - 1u) / part + 1u; }

void put_workgroups(uint at, uint number) {
  uint rows = parts(number, widest);
  control[at] = rows == 0u ? 0u : parts(number, rows);
  control[at + 1u] = rows;
  control[at + 2u] = 1u;
}

bool waits(uint i) { return found[3u * i + 2u] == 0u && found[3u * i + 1u] > limit; }
bool is_small(uint i) { return found[3u * i + 2u] == 0u && found[3u * i + 1u] > 1u && found[3u * i + 1u] <= limit; }

// Counts the work in buckets [first, last). Also updates the shared variables smallest, largest and alike.
Sums sum_of(uint first, uint last) {
  Sums sums = Sums(0u, 0u, 0u, 0u);
  uint own_smallest = ~0u, own_largest = 0u, own_alike = 0u;
  for (uint i = first; i < last; ++i) {
    uint size = found[3u * i + 1u];
    if (waits(i)) {
      ++sums.waiting;
      sums.tiles += parts(size, tile);
      sums.keys += size;
      own_smallest = min(own_smallest, size);
      own_largest = max(own_largest, size);
    }
    sums.small += uint(is_small(i));
    own_alike += uint(found[3u * i + 2u] != 0u && size == parents[i / k].count);
  }
  atomicMin(smallest, own_smallest);
  atomicMax(largest, own_largest);
  atomicAdd(alike, own_alike);
  return sums;
}

void list_parent(uint i, Sums before) {
  uint first = found[3u * i], size = found[3u * i + 1u], tiles = parts(size, tile);
  uint base = before.tiles * uint(COLUMNS) * next_k;
  next_parents[before.waiting] = Parent(first, size, tiles * uint(COLUMNS), base, first - before.keys);
  for (uint t = 0u; t < tiles; ++t) {
    uint at = first + t * tile;
    next_tiles[before.tiles + t] = Tile(at, at + min(tile, first + size - at), before.waiting, base + t * uint(COLUMNS));
  }
}

// Returns the range of keys before parent q of the next level, or after its last parent.
uint gap_first(uint q) { return q == 0u ? 0u : next_parents[q - 1u].first + next_parents[q - 1u].count; }
uint gap_last(uint q, uint number) { return q == number ? n : next_parents[q].first; }

// Lists the tiles in the gaps before, between and after the `number` parents, and returns how many there are.
uint list_moved(uint number) {
  uint share = parts(number + 1u, uint(WORKGROUP)), first = min(lane() * share, number + 1u), last = min(first + share, number + 1u);
  uint tiles = 0u;
  for (uint q = first; q < last; ++q) tiles += parts(gap_last(q, number) - gap_first(q), moved_tile);
  uint total;
  uint at = workgroup_exclusive_scan(tiles, total);
  for (uint q = first; q < last; ++q) {
    uint end = gap_last(q, number);
    for (uint from = gap_first(q); from < end; from += min(moved_tile, end - from)) {
      next_moved[at++] = Tile(from, from + min(moved_tile, end - from), 0u, 0u);
    }
  }
  return total;
}

void clear_next() {
  for (uint i = 0u; i < record_words; ++i) control[next + i] = 0u;
}

void main() {
  uint buckets = control[own + bucket_number], small_before = control[small_number];
  bool goes = control[state] == goes_on && buckets > 0u;
  if (lane() == 0u) {
    smallest = ~0u;
    largest = 0u;
    alike = 0u;
  }
  barrier();
  if (lane() == 0u) clear_next();
  if (!goes) return;
  uint share = parts(buckets, uint(WORKGROUP)), first = min(lane() * share, buckets), last = min(first + share, buckets);
  Sums own_sums = sum_of(first, last), total, before;
  before.waiting = workgroup_exclusive_scan(own_sums.waiting, total.waiting);
  before.tiles = workgroup_exclusive_scan(own_sums.tiles, total.tiles);
  before.keys = workgroup_exclusive_scan(own_sums.keys, total.keys);
  before.small = workgroup_exclusive_scan(own_sums.small, total.small);
  bool fits = total.small <= small_room - small_before;
  bool expected = smallest >= least && largest <= most && total.tiles <= table_room / (uint(COLUMNS) * next_k);
  for (uint i = first; i < last; ++i) {
    if (fits && is_small(i)) {
      small_buckets[small_before + before.small++] = uvec2(found[3u * i], found[3u * i + 1u]);
    } else if (fits && expected && waits(i)) {
      list_parent(i, before);
      ++before.waiting;
      before.tiles += parts(found[3u * i + 1u], tile);
      before.keys += found[3u * i + 1u];
    }
  }
  uint moved = 0u;
  bool lists = fits && expected && total.waiting > 0u;
  if (lists) {
    memoryBarrierBuffer();
    barrier();
    moved = list_moved(total.waiting);
  }
  if (lane() != 0u) return;
  bool moves = alike < control[own + parent_number];
  if (!moves) {
    put_workgroups(own + for_scatter, 0u);
    put_workgroups(own + for_move, 0u);
  }
  control[all_alike] = uint(!moves);
  control[level_number] += 1u;
  control[scatter_number] += uint(moves);
  control[last_parents] = control[own + parent_number];
  control[last_words] = control[own + table_words];
  if (fits) control[small_number] = small_before + total.small;
  control[state] = !fits ? is_full : total.waiting == 0u ? is_done : expected ? goes_on : is_unexpected;
  if (fits && total.waiting == 0u) put_workgroups(for_sort + 3u * (control[scatter_number] & 1u), small_before + total.small);
  if (!lists) return;
  uint words = total.tiles * uint(COLUMNS) * next_k, chunks = parts(words, chunk);
  control[next + parent_number] = total.waiting;
  control[next + tile_number] = total.tiles;
  control[next + moved_number] = moved;
  control[next + bucket_number] = total.waiting * next_k;
  control[next + table_words] = words;
  control[next + chunk_number] = chunks;
  put_workgroups(next + for_splitters, total.waiting);
  put_workgroups(next + for_count, total.tiles);
  put_workgroups(next + for_scatter, total.tiles);
  put_workgroups(next + for_move, moved);
  put_workgroups(next + for_buckets, parts(total.waiting * next_k, invocations));
  put_workgroups(next + for_scan, parts(chunks, chunks_each));
  put_workgroups(next + for_sums, 1u);
}
