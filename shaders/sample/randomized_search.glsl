// Finds a key's bucket in its parent by a complete binary search tree, descended without branches (Leischner, algorithm
// 6). K = 2^LOG2_K. The first TOP levels are in registers, for GPUs where a shared-memory load is slower than many
// selections. Needs sample/randomized_tables.glsl.
layout(std430, binding = 6) readonly buffer Splitters { Code splitters[]; };  // K - 1 per parent, sorted; 1 unused

shared Code tree[K];  // search tree: root at index 1, children of node j at 2 j and 2 j + 1
shared uint references;    // 1 if two splitters of the parent are equal, otherwise 0

Code splitter(uint parent, uint j) { return encode(splitters[parent * uint(K) + j]); }

#if TOP > 0
#include "common/repeat.glsl"
Code top[1 << TOP];  // splitters of the first TOP levels in ascending order; the last element is unused
#define LOAD(i) top[i] = splitter(parent, min((uint(i + 1) << (LOG2_K - TOP)) - 1u, uint(K) - 2u));
// Descends one level of the tree: compares the key with the middle splitter, and keeps the splitters on its side.
#define KEEP(i) part[i] = right ? part[kept + i] : part[i];
#define DESCEND(m, EACH_M)                       \
  {                                              \
    const int kept = m;                          \
    bool right = precedes(part[kept - 1], key);  /*: compares */ \
    j = 2u * j + uint(right);                    \
    EACH_M(KEEP, 0)                              \
  }
#endif

// Loads the parent's splitters into `tree`. Every invocation of the workgroup must call it.
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

// Returns the key's bucket. Bucket j has the keys above splitter j - 1 up to splitter j. If these two are equal, bucket
// j gets the keys equal to them, which are then sorted. If all splitters are equal, this is a three-way partition.
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
  // Moves keys that equal two splitters. A loop instead of `if`, because software always executes the body of an `if`.
  for (uint once = 0u; once < references; ++once) {
    uint next = min(j + 1u, uint(K) - 2u);
    if (j < next && splitter(parent, j) == key && splitter(parent, next) == key) j = next;
  }
  return j;
}
