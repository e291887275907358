// Finds the bucket of a key in its parent with a complete binary search tree, descended without branches (Leischner,
// algorithm 6). Needs sample/randomized_tables.glsl; K = 2^LOG2_K. The tree's first TOP levels are in registers, for
// processors where loads from shared memory are slower than many selections.
layout(std430, binding = 6) readonly buffer Splitters { Code splitters[]; };  // K per parent, the first K - 1 sorted

shared Code tree[K];  // root at index 1, children of node j at 2 j and 2 j + 1
shared uint references;    // 1 if two splitters are equal

Code splitter(uint parent, uint j) { return encode(splitters[parent * uint(K) + j]); }

#if TOP > 0
#include "common/repeat.glsl"
Code top[1 << TOP];  // sorted; the last entry is unused
#define LOAD(i) top[i] = splitter(parent, min((uint(i + 1) << (LOG2_K - TOP)) - 1u, uint(K) - 2u));
// Descends one level: compares with the middle one of 2 m - 1 splitters and keeps those on the key's side.
#define KEEP(i) part[i] = right ? part[kept + i] : part[i];
#define DESCEND(m, EACH_M)                       \
  {                                              \
    const int kept = m;                          \
    bool right = precedes(part[kept - 1], key);  /*: compares */ \
    j = 2u * j + uint(right);                    \
    EACH_M(KEEP, 0)                              \
  }
#endif

// Every invocation of the workgroup must call it.
void load_tree(uint parent) {
  if (gl_LocalInvocationID.x == 0u) references = 0u;
  barrier();
  for (uint j = gl_LocalInvocationID.x + 1u; j < uint(K); j += uint(WORKGROUP)) {
    int depth = findMSB(j);
    uint at = ((2u * (j - (1u << depth)) + 1u) << (LOG2_K - 1 - depth)) - 1u;
    tree[j] = splitter(parent, at);
    if (j + 1u < uint(K) && splitter(parent, j - 1u) == splitter(parent, j)) references = 1u;
  }
  barrier();
#if TOP > 0
  EACH_TOP(LOAD, 0)
#endif
}

// Bucket j holds the keys above splitter j - 1 up to splitter j, which is empty between two equal splitters. Such a bucket
// gets the keys equal to them, which need no further sorting. If all splitters are equal, this is a three-way partition.
uint find_bucket(uint parent, Code key) {
  uint j = 1u;
#if TOP > 0
  Code part[1 << TOP] = top;
#if TOP > 6
  DESCEND(64, EACH_64)
#endif
#if TOP > 5
  DESCEND(32, EACH_32)
#endif
#if TOP > 4
  DESCEND(16, EACH_16)
#endif
#if TOP > 3
  DESCEND(8, EACH_8)
#endif
#if TOP > 2
  DESCEND(4, EACH_4)
#endif
#if TOP > 1
  DESCEND(2, EACH_2)
#endif
  DESCEND(1, EACH_1)
#endif
  for (int level = TOP; level < LOG2_K; ++level) j = 2u * j + uint(precedes(tree[j], key));  //: compares key=key
  j -= uint(K);
  // A loop, because a software rasteriser also executes branches that are not taken.
  for (uint once = 0u; once < references; ++once) {
    uint next = min(j + 1u, uint(K) - 2u);
    if (j < next && splitter(parent, j) == key && splitter(parent, next) == key) j = next;
  }
  return j;
}
