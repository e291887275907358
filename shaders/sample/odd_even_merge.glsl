// Sorts keys in shared memory by one workgroup, with Batcher's odd-even merge sort. The including shader declares
// local_keys and, with LOCAL_PAYLOAD, local_payload.
void exchange_local(uint low, uint high) {
  Code a = local_keys[low];  //: reads
  Code b = local_keys[high];  //: reads
  if (precedes(b, a)) {  //: compares
    local_keys[low] = b;  //: writes
    local_keys[high] = a;  //: writes
#ifdef LOCAL_PAYLOAD
    uint moved = local_payload[low];
    local_payload[low] = local_payload[high];
    local_payload[high] = moved;
#endif
  }
}

// Executes a network on `size` positions. A workgroup's invocations share its comparators, and `wait` precedes each
// step. Comparators past the end are omitted, because all comparators move larger keys up. Runs and distances are
// powers of two. Masks replace divisions, because compilers do not know this.
#define ODD_EVEN_MERGE_SORT(size, exchange, wait)                             \
  for (uint run = 1u; run < size; run *= 2u) {                                \
    for (uint distance = run; distance > 0u; distance /= 2u) {                \
      wait;                                                                   \
      uint first = distance & (run - 1u), within = distance - 1u;             \
      for (uint c = gl_LocalInvocationID.x;; c += uint(WORKGROUP)) {          \
        uint low = first + 2u * c - (c & within);                             \
        uint high = low + distance;                                           \
        if (high >= size) break;                                              \
        if ((low ^ high) < 2u * run) exchange(low, high);                     \
      }                                                                       \
    }                                                                         \
  }                                                                           \
  wait;

// Sorts the first `size` keys of local_keys. Every invocation must call it. Begins and ends with a barrier.
void sort_local(uint size) { ODD_EVEN_MERGE_SORT(size, exchange_local, barrier()) }
