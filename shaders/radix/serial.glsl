// One invocation processes a whole column key by key, without barriers and shared memory. This is the fastest form on software
// rasterisers. Needs radix/arrays.glsl and common/invocation.glsl. RANKS_READ, RANKS_WRITTEN: 1 if passes read or write ranks.
//
// Reads 16 bytes of keys at a time, and the ranks of these keys together. With SAMPLED, a sampler reads the buffer.
// Software rasterisers access storage blocks one invocation at a time, but sample texels for many invocations at once
// (llvmpipe, 2^20 keys: 0.7 of the time). SAMPLED is 0 if the buffer exceeds the limit of samplers.
#include "radix/ranks.glsl"
#if SAMPLED
uniform usamplerBuffer key_quads;
#define KEY_QUAD(i) texelFetch(key_quads, int(i))
#else
layout(std430, binding = 5) readonly buffer KeyQuads { uvec4 key_quads[]; };
#define KEY_QUAD(i) key_quads[i]
#endif
#if KEY_WORDS == 1
#define QuadRanks uvec4
#define QuadPairs uvec2
#define PAIR(i) quad_pairs[i / 4u][i / 2u % 2u]
QuadRanks ranks_in(QuadPairs pairs) {
  return uvec4(rank_in(pairs.x, 0u), rank_in(pairs.x, 1u), rank_in(pairs.y, 0u), rank_in(pairs.y, 1u));
}
QuadPairs rank_pairs(QuadRanks ranks) { return uvec2(rank_pair(ranks.x, ranks.y), rank_pair(ranks.z, ranks.w)); }
#else
#define QuadRanks uvec2
#define QuadPairs uint
#define PAIR(i) quad_pairs[i / 2u]
QuadRanks ranks_in(QuadPairs pair) { return uvec2(rank_in(pair, 0u), rank_in(pair, 1u)); }
QuadPairs rank_pairs(QuadRanks ranks) { return rank_pair(ranks.x, ranks.y); }
#endif
#if RANKS_READ || RANKS_WRITTEN
layout(std430, binding = 6) buffer RankPairs { QuadPairs quad_pairs[]; };
#endif

//: works invocation = from / column_keys
const uint quad_keys = uint(4 / KEY_WORDS);

// Processes key i, and reads its rank or stores it. Called for ascending i.
void visit(uint i, Code key, inout uint rank);

void visit_quad(uint i) {
  uvec4 quad = KEY_QUAD(i / quad_keys);  //: reads -- with its neighbours
  QuadRanks ranks;
#if RANKS_READ
  ranks = ranks_in(quad_pairs[i / quad_keys]);
#endif
#if KEY_WORDS == 1
  visit(i, quad.x, ranks.x);
  visit(i + 1u, quad.y, ranks.y);
  visit(i + 2u, quad.z, ranks.z);
  visit(i + 3u, quad.w, ranks.w);
#else
  visit(i, quad.xy, ranks.x);
  visit(i + 1u, quad.zw, ranks.y);
#endif
#if RANKS_WRITTEN
  quad_pairs[i / quad_keys] = rank_pairs(ranks);
#endif
}

void visit_one(uint i) {
  uint rank;
#if RANKS_READ
  rank = rank_in(PAIR(i), i);
#endif
  visit(i, keys_in[i], rank);  //: reads i=from
#if RANKS_WRITTEN
  // No atomic operation is necessary: no other invocation writes this word. Its even position comes first.
  PAIR(i) = (i & 1u) == 0u ? rank : rank_pair(PAIR(i), rank);
#endif
}

void go_over_column(uint column) {
  uint first = column * column_keys, last = min(n, first + column_keys);
  uint i = first;
  // Read full quads (16 bytes) first, which are aligned, because columns start at multiples of quad_keys.
  for (; i + quad_keys <= last; i += quad_keys) visit_quad(i);
  for (; i < last; ++i) visit_one(i);
}
