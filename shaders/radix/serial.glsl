// One invocation goes over a whole column, key by key: no barrier and no shared memory. Software rasterisers run this form fastest. Needs
// radix/arrays.glsl, common/invocation.glsl, and RANKS_READ or RANKS_WRITTEN to be 1 if every key has a rank, else 0.
//
// Keys come 16 bytes at a time from a second view of the same buffer, and ranks of as many keys together: such a rasteriser goes to memory
// invocation by invocation.
layout(std430, binding = 5) readonly buffer KeyQuads { uvec4 key_quads[]; };
#if KEY_WORDS == 1
#define RankQuad uvec4
#else
#define RankQuad uvec2
#endif
#if RANKS_READ || RANKS_WRITTEN
layout(std430, binding = 6) buffer RankQuads { RankQuad rank_quads[]; };
#endif

//: works invocation = from / column_keys
const uint quad_keys = uint(4 / KEY_WORDS);

// What is done with key i, in the order of i.
void visit(uint i, Code key, inout uint rank);

void visit_quad(uint i) {
  uvec4 quad = key_quads[i / quad_keys];  //: reads -- with its neighbours
  RankQuad ranks;
#if RANKS_READ
  ranks = rank_quads[i / quad_keys];
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
  rank_quads[i / quad_keys] = ranks;
#endif
}

void visit_one(uint i) {
  uint rank;
#if RANKS_READ
  rank = rank_quads[i / quad_keys][i % quad_keys];
#endif
  visit(i, keys_in[i], rank);  //: reads i=from
#if RANKS_WRITTEN
  rank_quads[i / quad_keys][i % quad_keys] = rank;
#endif
}

void go_over_column(uint column) {
  uint first = column * column_keys, last = min(n, first + column_keys);
  uint i = first;
  // Columns start at multiples of quad_keys.
  for (; i + quad_keys <= last; i += quad_keys) visit_quad(i);
  for (; i < last; ++i) visit_one(i);
}
