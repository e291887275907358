// Sorts `key`, and `carried` with CARRIES, in registers by a network of EXCHANGE(low, high) in NETWORK. To halve the
// code, FOR_BOTH_HALVES { ... SWAP_HALVES(size, EACH_size) } runs it on the lower half, swaps the halves, and repeats.
#include "common/repeat.glsl"
uniform uint halves;  // always 2; a uniform, so that the compiler does not unroll the loop

#define FOR_BOTH_HALVES for (uint turn = 0u; turn < halves; ++turn)

#ifdef CARRIES
#define EXCHANGE(a, b)                             \
  {                                                \
    bool swaps = precedes(key[b], key[a]);  /*: compares */ \
    Code smaller = swaps ? key[b] : key[a];        \
    key[b] = swaps ? key[a] : key[b];              \
    key[a] = smaller;                              \
    uint left = swaps ? carried[b] : carried[a];   \
    carried[b] = swaps ? carried[a] : carried[b];  \
    carried[a] = left;                             \
  }
#else
#define EXCHANGE(a, b)                       \
  {                                          \
    Code smaller = lesser(key[a], key[b]);  /*: compares */ \
    key[b] = greater(key[a], key[b]);        \
    key[a] = smaller;                        \
  }
#endif

#ifdef CARRIES
#define SWAP(i)                  \
  {                              \
    Code upper = key[i + size];  \
    key[i + size] = key[i];      \
    key[i] = upper;              \
    uint other = carried[i + size];  \
    carried[i + size] = carried[i];  \
    carried[i] = other;          \
  }
#else
#define SWAP(i)                  \
  {                              \
    Code upper = key[i + size];  \
    key[i + size] = key[i];      \
    key[i] = upper;              \
  }
#endif
#define SWAP_HALVES(m, EACH_M) \
  {                            \
    const int size = m;        \
    EACH_M(SWAP, 0)            \
  }
