// Counts the digits of one level of a radix selection. The first level counts all keys, and the others keys that begin
// with a prefix found so far. The first such level with few matches keeps them as candidates, in a part of the buffer
// per workgroup. Later levels read only these (A. Zhang et al., Parallel Top-K Algorithms on GPU, SC 2023, section 3).
//
// If selection/guess.comp has guessed the first level's bins from a sample, the first level keeps the keys of these bins.
//
// Defines: FIRST, KEEPS (0 or 1; KEEPS is 1 unless FIRST), DIGIT_BITS, PREFIXES (per dispatch), LOADS (vectors read ahead).
#include "common/keys.glsl"
#include "common/invocation.glsl"
#define STATE_ACCESS readonly
#include "selection/rank_state.glsl"

layout(std430, binding = 0) readonly buffer Keys { Code keys[]; };
layout(std430, binding = 1) readonly buffer Vectors { uvec4 vectors[]; };  // memory of `keys`, 16 bytes per element
layout(std430, binding = 3) buffer Histogram { uint histogram[]; };
layout(std430, binding = 4) buffer Candidates { Code candidates[]; };
layout(std430, binding = 5) buffer Kept { uint kept[]; };  // matching keys per workgroup; at most `share` are stored

uniform uint n;
uniform uvec2 lowest;        // smallest encoded key, subtracted from every key, low word first
uniform uint shift;          // position of the lowest bit of this level's digit
uniform uint width;          // number of bits of this level's digit, at most DIGIT_BITS
uniform uint first_prefix;   // first of the PREFIXES prefixes that this dispatch counts
uniform uint share;          // maximum number of candidates per workgroup
// Keys or candidates that this dispatch reads. A level has several dispatches to limit the work per invocation.
uniform uint first_vector;
uniform uint last_vector;
uniform uint first_candidate;  // index in each workgroup's part of the candidates
uniform uint last_candidate;
uniform uint begins;  // 1 for the first dispatch of the level, otherwise 0
uniform uint ends;    // 1 for the last dispatch of the level, otherwise 0

const uint bins = 1u << uint(DIGIT_BITS);
shared uint counts[PREFIXES * (1 << DIGIT_BITS)];
#if KEEPS
shared uint kept_here;
#endif
#if !FIRST
shared Code prefixes[PREFIXES];  // prefixes that this dispatch counts, in ascending order
uint prefix_count;
#if PREFIXES == 1
Code only_prefix;
#endif
#endif

#include "selection/places.glsl"

#if KEY_WORDS == 1
Code stored_prefix(uint p) { return state[prefix_at(p)]; }
#else
Code stored_prefix(uint p) { return uvec2(state[prefix_at(p)], state[prefix_at(p) + 1u]); }
#endif

#if KEEPS
void keep(Code key) {
  uint at = atomicAdd(kept_here, 1u);
  if (at < share) candidates[workgroup_index() * share + at] = key;
}
#endif

#if FIRST
#if KEEPS
uint guessed, guessed_bins;  // range of guessed bins: the first one, and their number
#endif

void look_at(Code key) {
  uint digit = digit_of(above_lowest(encode(key)));
  atomicAdd(counts[digit], 1u);
#if KEEPS
  if (digit - guessed < guessed_bins) keep(key);  //: compares
#endif
}
#else
void look_at(Code key, bool keeping) {
  Code place = above_lowest(encode(key));
  Code own = shifted(place, shift + width);
#if PREFIXES == 1
  if (own != only_prefix) return;  //: compares
  uint slot = 0u;
#else
  uint slot = 0u, high = prefix_count;  // `slot`: index of the first prefix that is not below that of the key
  while (slot < high) {
    uint middle = (slot + high) / 2u;
    if (precedes(prefixes[middle], own)) {  //: compares
      slot = middle + 1u;
    } else {
      high = middle;
    }
  }
  if (slot >= prefix_count || prefixes[slot] != own) return;
#endif
  atomicAdd(counts[slot * bins + digit_of(place)], 1u);
  if (keeping) keep(key);
}
#endif

void main() {
  uint lane = gl_LocalInvocationID.x;
  for (uint i = lane; i < uint(PREFIXES) * bins; i += uint(WORKGROUP)) counts[i] = 0u;
#if FIRST
#if KEEPS
  guessed = state[2];
  guessed_bins = state[3] - guessed + 1u;
  if (lane == 0u) kept_here = begins != 0u ? 0u : kept[workgroup_index()];
#endif
#define LOOK_AT(key) look_at(key)
#else
  bool from_candidates = state[1] != 0u;
  if (first_prefix >= state[0]) return;  // uniform: the same for all invocations
  prefix_count = min(state[0] - first_prefix, uint(PREFIXES));
  for (uint p = lane; p < prefix_count; p += uint(WORKGROUP)) prefixes[p] = stored_prefix(first_prefix + p);
#if PREFIXES == 1
  only_prefix = stored_prefix(first_prefix);
#endif
  if (lane == 0u) kept_here = first_prefix == 0u && begins != 0u ? 0u : kept[workgroup_index()];
#define LOOK_AT(key) look_at(key, true)
#endif
  barrier();

#if !FIRST
  if (from_candidates) {
    uint held = min(kept[workgroup_index()], last_candidate), base = workgroup_index() * share;
    for (uint i = first_candidate + lane; i < held; i += uint(WORKGROUP)) look_at(candidates[base + i], false);  //: reads
  } else
#endif
  {
    uint all = gl_NumWorkGroups.x * gl_NumWorkGroups.y * uint(WORKGROUP);
    for (uint first = first_vector + invocation_index(); first < last_vector; first += all * uint(LOADS)) {
      uvec4 ahead[LOADS];
      for (uint j = 0u; j < uint(LOADS); ++j) {
        uint at = first + j * all;
        if (at < last_vector) ahead[j] = vectors[at];  //: reads -- with its neighbours
      }
      for (uint j = 0u; j < uint(LOADS); ++j) {
        if (first + j * all >= last_vector) break;
        for (uint i = 0u; i < keys_a_vector; ++i) LOOK_AT(key_of(ahead[j], i));
      }
    }
    // Process the keys after the last full vector. There may be fewer invocations than such keys, so loop.
    uint rest = ends != 0u ? n / keys_a_vector * keys_a_vector + invocation_index() : n;
    for (; rest < n; rest += all) LOOK_AT(keys[rest]);  //: reads
  }

  barrier();
#if FIRST && KEEPS
  if (lane == 0u) kept[workgroup_index()] = kept_here;
#elif KEEPS
  if (lane == 0u && !from_candidates) kept[workgroup_index()] = kept_here;
#endif
  for (uint i = lane; i < uint(PREFIXES) * bins; i += uint(WORKGROUP)) {
    if (counts[i] != 0u) atomicAdd(histogram[first_prefix * bins + i], counts[i]);
  }
}
