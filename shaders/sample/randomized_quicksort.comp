// Sorts one bucket per workgroup by quicksort, with three-way partitions between two arrays (Leischner, algorithm 7).
// An odd-even merge network in shared memory sorts parts of at most SMALL keys. After MOST_PARTITIONS partitions or
// MOST_PARTITIONED partitioned keys, a network in global memory sorts all other parts, which bounds the iterations.
#include "common/keys.glsl"
#include "common/invocation.glsl"
#include "common/workgroup_scan.glsl"
layout(std430, binding = 0) coherent buffer Keys { Code keys[]; };
layout(std430, binding = 2) coherent buffer Spare { Code spare_keys[]; };
#if PAYLOAD
layout(std430, binding = 1) coherent buffer Payload { uint payload[]; };
layout(std430, binding = 3) coherent buffer SparePayload { uint spare_payload[]; };
#define LOCAL_PAYLOAD
#endif
layout(std430, binding = 5) readonly buffer Buckets { uvec2 buckets[]; };  // first position, number of keys
#define CONTROL_BINDING 11  // sample/randomized_control.glsl
#include "common/counted.glsl"
uniform uint seed;

shared Code local_keys[SMALL];
#if PAYLOAD
shared uint local_payload[SMALL];
#endif
#include "sample/odd_even_merge.glsl"

struct Part {
  uint first, last;
  bool spare;  // true if the keys of this part are in the second array, `spare_keys`
};

// Maximum number of parts on the stack. 33 suffice for 2^32 keys, because the smaller part is sorted first.
const uint most_waiting = 33u;
shared uint waiting_first[most_waiting], waiting_last[most_waiting], waiting_spare[most_waiting];
shared uint waiting;

Code key_at(bool spare, uint i) { return spare ? encode(spare_keys[i]) : encode(keys[i]); }  //: reads

void put(bool spare, uint to, Code code, bool from_spare, uint from) {
  if (spare) {
    spare_keys[to] = decode(code);  //: writes
  } else {
    keys[to] = decode(code);  //: writes
  }
#if PAYLOAD
  uint carried = from_spare ? spare_payload[from] : payload[from];
  if (spare) {
    spare_payload[to] = carried;
  } else {
    payload[to] = carried;
  }
#endif
}

void finish_writes() {
  memoryBarrierBuffer();
  barrier_after_reads();
}

Code draw(Part part, inout uint x) {
  x = uint(FACTOR) * x + uint(SUMMAND);
  uint place, low;
  umulExtended(x, part.last - part.first, place, low);
  return key_at(part.spare, part.first + place);
}

// Returns the median of three keys. They are random, so that no fixed input makes all partitions uneven.
Code median_of_three(Part part) {
  uint x = seed ^ ((part.first + part.last) * uint(SEED_FACTOR));
  Code a = draw(part, x), b = draw(part, x), c = draw(part, x);
  return greater(lesser(a, b), lesser(greater(a, b), c));
}

// Moves a part to the other array: keys below the pivot to [first, low), equal keys to [low, high), others to [high, last).
void part_in_three(Part part, out uint low, out uint high) {
  Code pivot = median_of_three(part);
  uint lane = gl_LocalInvocationID.x;
  uint below = 0u, above = 0u, size = part.last - part.first;
  for (uint i = part.first + lane; i < part.last; i += uint(WORKGROUP)) {
    Code code = key_at(part.spare, i);
    below += uint(precedes(code, pivot));  //: compares
    above += uint(precedes(pivot, code));  //: compares
  }
  uint all_below, all_above;
  uint to_below = part.first + workgroup_exclusive_scan(below, all_below);
  uint above_before = workgroup_exclusive_scan(above, all_above);
  low = part.first + all_below;
  high = part.last - all_above;
  uint own_before = lane * (size / uint(WORKGROUP)) + min(lane, size % uint(WORKGROUP));
  uint to_equal = low + own_before - (to_below - part.first) - above_before;
  uint to_above = high + above_before;
  for (uint i = part.first + lane; i < part.last; i += uint(WORKGROUP)) {
    Code code = key_at(part.spare, i);
    uint to = precedes(code, pivot) ? to_below++ : precedes(pivot, code) ? to_above++ : to_equal++;  //: compares
    put(!part.spare, to, code, part.spare, i);
  }
  finish_writes();
  if (!part.spare) {
    for (uint i = low + lane; i < high; i += uint(WORKGROUP)) put(false, i, key_at(true, i), true, i);
  }
}

void sort_small(Part part) {
  uint size = part.last - part.first;
  for (uint i = gl_LocalInvocationID.x; i < size; i += uint(WORKGROUP)) {
    local_keys[i] = key_at(part.spare, part.first + i);  //: reads
#if PAYLOAD
    local_payload[i] = part.spare ? spare_payload[part.first + i] : payload[part.first + i];
#endif
  }
  sort_local(size);
  for (uint i = gl_LocalInvocationID.x; i < size; i += uint(WORKGROUP)) {
    keys[part.first + i] = decode(local_keys[i]);  //: writes
#if PAYLOAD
    payload[part.first + i] = local_payload[i];
#endif
  }
}

void exchange_in_memory(Part part, uint low, uint high) {
  Code a = key_at(part.spare, part.first + low), b = key_at(part.spare, part.first + high);
  if (!precedes(b, a)) return;  //: compares
#if PAYLOAD
  uint moved = part.spare ? spare_payload[part.first + low] : payload[part.first + low];
#endif
  put(part.spare, part.first + low, b, part.spare, part.first + high);
  put(part.spare, part.first + high, a, part.spare, part.first + high);
#if PAYLOAD
  if (part.spare) {
    spare_payload[part.first + high] = moved;
  } else {
    payload[part.first + high] = moved;
  }
#endif
}

void sort_in_memory(Part part) {
  uint size = part.last - part.first;
#define EXCHANGE_IN_PART(low, high) exchange_in_memory(part, low, high)
  ODD_EVEN_MERGE_SORT(size, EXCHANGE_IN_PART, finish_writes())
  if (!part.spare) return;
  for (uint i = part.first + gl_LocalInvocationID.x; i < part.last; i += uint(WORKGROUP)) {
    put(false, i, key_at(true, i), true, i);
  }
}

void push(uint at, Part part) {
  waiting_first[at] = part.first;
  waiting_last[at] = part.last;
  waiting_spare[at] = uint(part.spare);
}

// Replaces the partitioned part on the stack by its larger side, and pushes the smaller side on top.
void push_halves(uint at, Part left, Part right) {
  bool left_is_larger = left.last - left.first > right.last - right.first;
  if (left_is_larger) {
    push(at, left);
    push(at + 1u, right);
  } else {
    push(at, right);
    push(at + 1u, left);
  }
}

void main() {
  if (workgroup_index() >= counted()) return;
  bool leads = gl_LocalInvocationID.x == 0u;
  uvec2 bucket = buckets[workgroup_index()];
  if (leads) {
    push(0u, Part(bucket.x, bucket.x + bucket.y, false));
    waiting = 1u;
  }
  finish_writes();
  uint partitions = 0u, partitioned = 0u;
  // Every invocation reads the same part from shared memory, so that all pass the same barriers.
  for (uint left = waiting; left > 0u; left = waiting) {
    uint at = left - 1u;
    Part part = Part(waiting_first[at], waiting_last[at], waiting_spare[at] != 0u);
    uint size = part.last - part.first;
    barrier_after_reads();
    if (size <= uint(SMALL)) {
      sort_small(part);
      if (leads) waiting = at;
    } else if (partitions == uint(MOST_PARTITIONS) || partitioned + size > uint(MOST_PARTITIONED)) {
      sort_in_memory(part);
      if (leads) waiting = at;
    } else {
      ++partitions;
      partitioned += size;
      uint low, high;
      part_in_three(part, low, high);
      if (leads) {
        push_halves(at, Part(part.first, low, !part.spare), Part(high, part.last, !part.spare));
        waiting = left + 1u;
      }
    }
    finish_writes();
  }
}
