// Executes several network steps per pass. A fragment loads all keys that the steps compare with each other, four per
// texel. It writes the keys of 2^TARGET_BITS texels.
//
// The host generates STEPS, the program of these steps, in two variants. In FusedStep, ACROSS compares texels, WITHIN
// compares words of a texel, and TURN reverses directions. In FusedWindow, TEXELS compares texels, WORDS compares
// words, and READS (GROUP and READ) fetches texels that the fragment needs but does not write.
#include "networks/fused_output.glsl"
#include "common/keys.glsl"
#include "common/parity.glsl"
#include "networks/fused_address.glsl"

// For each target bit of the output layout, mask of the bits of a position that move up to make space for it.
uniform uint room_mask[TARGET_BITS];
// Layer l stores at this position the element at (position of the fragment's first element) XOR (entry l of these).
uniform ivec2 element_texel[TARGETS];
uniform int element_layer[TARGETS];

#ifndef HELD
#define HELD TARGETS
#endif
#ifdef GROUPS
uniform uint group_offset[GROUPS];  // offsets from this fragment's first element to those of other fragments
uniform uint fence_mask;            // a fetched texel counts as neutral keys if its first element differs in these bits
#endif
#ifdef TURNS
uniform uint turn_flip[TURNS];
#endif
#ifdef CUT
uniform uint n;
uniform uint element_index[TARGETS];  // layer l: index of the element at this position = first index XOR element_index[l]
#endif

struct Four {
  uvec4 code;  // low words of the keys
#if KEY_WORDS == 2
  uvec4 high;
#endif
#if PAYLOAD
  uvec4 payload;
#endif
};

// Puts the smaller of two keys into `a`, and the larger into `b`, in each of four channels. Equal keys do not move.
void exchange(inout Four a, inout Four b) {
#if KEY_WORDS == 1 && !PAYLOAD
  uvec4 smaller = min(a.code, b.code);  //: compares -- four comparisons at once, one a channel
  b.code = max(a.code, b.code);
  a.code = smaller;
#else
#if KEY_WORDS == 1
  uvec4 exchanged = 0u - uvec4(lessThan(b.code, a.code));  //: compares -- four comparisons at once, one a channel
#else
  uvec4 exchanged = 0u - (uvec4(lessThan(b.high, a.high)) |  //: compares -- four comparisons at once, one a channel
                          (uvec4(equal(b.high, a.high)) & uvec4(lessThan(b.code, a.code))));
  uvec4 high = (a.high ^ b.high) & exchanged;
  a.high ^= high;
  b.high ^= high;
#endif
  uvec4 code = (a.code ^ b.code) & exchanged;
  a.code ^= code;
  b.code ^= code;
#if PAYLOAD
  uvec4 moved = (a.payload ^ b.payload) & exchanged;
  a.payload ^= moved;
  b.payload ^= moved;
#endif
#endif
}

#if KEY_WORDS == 2 && PAYLOAD
#define EACH_WORD(OP) OP(code) OP(high) OP(payload)
#elif KEY_WORDS == 2
#define EACH_WORD(OP) OP(code) OP(high)
#elif PAYLOAD
#define EACH_WORD(OP) OP(code) OP(payload)
#else
#define EACH_WORD(OP) OP(code)
#endif

// Reorder the words of a texel: swap channels that differ in bit 0, in bit 1 or in both, because they are partners.
Four flip_none(Four four) { return four; }
#define SWIZZLE(word) four.word = four.word.yxwz;
Four flip_low(Four four) { EACH_WORD(SWIZZLE) return four; }
#undef SWIZZLE
#define SWIZZLE(word) four.word = four.word.zwxy;
Four flip_high(Four four) { EACH_WORD(SWIZZLE) return four; }
#undef SWIZZLE
#define SWIZZLE(word) four.word = four.word.wzyx;
Four flip_both(Four four) { EACH_WORD(SWIZZLE) return four; }

// Keep the smaller key (`a`) in channels whose bit 0 or bit 1 is clear, and the larger key (`b`) in all others.
#define PICK_LOW(word) a.word = uvec4(a.word.x, b.word.y, a.word.z, b.word.w);
Four pick_low(Four a, Four b) { EACH_WORD(PICK_LOW) return a; }
#define PICK_HIGH(word) a.word = uvec4(a.word.xy, b.word.zw);
Four pick_high(Four a, Four b) { EACH_WORD(PICK_HIGH) return a; }

#define ACROSS(pivot, flips, flip)              \
  for (int l = 0; l < TARGETS; ++l) {           \
    if ((l & (pivot)) == 0) {                   \
      Four partner = flip(held[l ^ (flips)]);   \
      exchange(held[l], partner);               \
      held[l ^ (flips)] = flip(partner);        \
    }                                           \
  }
#define WITHIN(flip, pick)                      \
  for (int l = 0; l < TARGETS; ++l) {           \
    Four partner = flip(held[l]);               \
    exchange(held[l], partner);                 \
    held[l] = pick(held[l], flip(partner));     \
  }

#define odd_turn(k) (0u - parity(first & turn_flip[k]))

// Complements keys so that reversed comparators execute like all others. The parity of a key's index decides. It
// depends on layer, channel and a mask of the fragment. Positions past the end keep the largest key in both directions.
#ifdef CUT
uvec4 before_end(uint i) { return 0u - uvec4(lessThan(i + uvec4(0u, 1u, 2u, 3u), uvec4(n))); }
#define TURNED(l) & before_end(first ^ element_index[l])
#else
#define TURNED(l)
#endif
Four complement(Four four, uvec4 mask) {
  four.code ^= mask;
#if KEY_WORDS == 2
  four.high ^= mask;
#endif
  return four;
}
#define TURN(layers, channels, turned, fragment)                                                                    \
  {                                                                                                                 \
    uvec4 odd = (fragment) ^ (0u - uvec4(turned, (turned) ^ ((channels) & 1), (turned) ^ ((channels) >> 1),         \
                                         (turned) ^ ((channels) & 1) ^ ((channels) >> 1)));                         \
    for (int l = 0; l < TARGETS; ++l) {                                                                             \
      uint across = 0u - parity(uint(l & (layers)));                                                                \
      held[l] = complement(held[l], (odd ^ across) TURNED(l));                                                      \
    }                                                                                                               \
  }

#define TEXELS(i, j) exchange(held[i], held[j]);

// Compares channel c of texel i with channel d of texel j. Stores the smaller key in texel i, the larger in texel j.
#if KEY_WORDS == 1 && !PAYLOAD
#define WORDS(i, c, j, d)                                \
  {                                                      \
    uint smaller = min(held[i].code.c, held[j].code.d);  /*: compares */ \
    held[j].code.d = max(held[i].code.c, held[j].code.d); \
    held[i].code.c = smaller;                            \
  }
#else
void swap_if(uint exchanged, inout uint a, inout uint b) {
  uint both = (a ^ b) & exchanged;
  a ^= both;
  b ^= both;
}
#if KEY_WORDS == 1
#define LESS(i, c, j, d) (held[j].code.d < held[i].code.c)  //: compares
#else
#define LESS(i, c, j, d)                         \
  (held[j].high.d < held[i].high.c ||  /*: compares */ \
   (held[j].high.d == held[i].high.c && held[j].code.d < held[i].code.c))
#endif
#define WORDS(i, c, j, d)                                \
  {                                                      \
    uint exchanged = 0u - uint(LESS(i, c, j, d));        \
    EACH_WORD_OF(i, c, j, d)                             \
  }
#define SWAP(word, i, c, j, d) swap_if(exchanged, held[i].word.c, held[j].word.d);
#if KEY_WORDS == 2 && PAYLOAD
#define EACH_WORD_OF(i, c, j, d) SWAP(code, i, c, j, d) SWAP(high, i, c, j, d) SWAP(payload, i, c, j, d)
#elif KEY_WORDS == 2
#define EACH_WORD_OF(i, c, j, d) SWAP(code, i, c, j, d) SWAP(high, i, c, j, d)
#else
#define EACH_WORD_OF(i, c, j, d) SWAP(code, i, c, j, d) SWAP(payload, i, c, j, d)
#endif
#endif

#if KEY_WORDS == 1
#define ENCODE(c) four.code.c = encode(four.code.c);
#define DECODE(c) four.code.c = decode(four.code.c);
#else
#define ENCODE(c) { uvec2 key = encode(uvec2(four.code.c, four.high.c)); four.code.c = key.x; four.high.c = key.y; }
#define DECODE(c) { uvec2 key = decode(uvec2(four.code.c, four.high.c)); four.code.c = key.x; four.high.c = key.y; }
#endif

Four read_four(ivec2 texel, int layer) {
  Four four;
  four.code = texel_at(texel, layer, 0);
#if KEY_WORDS == 2
  four.high = texel_at(texel, layer, 1);
#endif
#if PAYLOAD
  four.payload = texel_at(texel, layer, KEY_WORDS);
#endif
  ENCODE(x) ENCODE(y) ENCODE(z) ENCODE(w)
  return four;
}

#define GROUP(k, outside)                                    \
  start = first + group_offset[k];                           \
  texel = texel_of(start, layer);                            \
  inside = ((start ^ first) & fence_mask) == 0u;             \
  neutral = uvec4(outside);
#if KEY_WORDS == 2
#define NEUTRAL_HIGH(i) held[i].high = inside ? held[i].high : neutral;
#else
#define NEUTRAL_HIGH(i)
#endif
#define READ(i, l)                                                          \
  held[i] = read_four(texel ^ element_texel[l], layer ^ element_layer[l]);  \
  held[i].code = inside ? held[i].code : neutral;                           \
  NEUTRAL_HIGH(i)

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  uint first = uint((here.y << int(log2_width)) + here.x) << 2u;
  for (int j = 0; j < TARGET_BITS; ++j) first += first & room_mask[j];
  int layer;
  ivec2 texel = texel_of(first, layer);

  Four held[HELD];
  for (int l = 0; l < TARGETS; ++l) held[l] = read_four(texel ^ element_texel[l], layer ^ element_layer[l]);  //: reads -- with the other keys of the texels that this fragment writes
#ifdef GROUPS
  uint start;
  bool inside;
  uvec4 neutral;
  READS  //: reads -- those that it computes with and does not write
#endif
  STEPS  //: compares -- the steps of this pass, one after the other, on keys in registers
  for (int l = 0; l < TARGETS; ++l) {
    Four four = held[l];
    DECODE(x) DECODE(y) DECODE(z) DECODE(w)
    WRITE(l, 0, four.code)  //: writes
#if KEY_WORDS == 2
    WRITE(l, 1, four.high)
#endif
#if PAYLOAD
    WRITE(l, KEY_WORDS, four.payload)
#endif
  }
}
