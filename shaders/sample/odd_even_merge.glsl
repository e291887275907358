// Batcher's odd-even merge sort of keys in shared memory by one workgroup. The including shader declares local_keys,
// and with LOCAL_PAYLOAD also local_payload.
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

// Comparators of a network with `size` positions, shared by the invocations of a workgroup; `wait` precedes each step.
// All comparators move larger keys up, so those that extend past the end are omitted. Runs and distances are powers of
// two. Compilers do not know this and would divide.
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

// Sorts the first `size` keys. Begins and ends with a barrier; every invocation of the workgroup must call it.
void sort_local(uint size) { ODD_EVEN_MERGE_SORT(size, exchange_local, barrier()) }
