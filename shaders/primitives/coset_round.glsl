// Executes a round: several successive network steps on 2^LOG2_KEYS keys that one invocation holds in registers.
//
// A step compares i with i XOR m: m = 2^b for a shift, 2^(b+1) - 1 for a reversal, where b is the step's bit. Successive steps
// reach only the coset of i under their masks m, so one invocation holds a coset and executes all steps. A round names
// LOG2_KEYS bits in descending order. In coset element c, the j-th named bit is bit LOG2_KEYS - 1 - j of c.
//
// The including shader defines KEY_AT(place), PUT_KEY_AT(place, code), with PAYLOAD also PAYLOAD_AT(place), and
// APPLY_STEPS. APPLY_STEPS lists the steps: SHIFT(j) or REVERSAL(j) for the j-th named bit.
const int coset_keys = 1 << LOG2_KEYS;

#ifdef BY_PAYLOAD
// Payload decides the order of equal keys.
#define OUT_OF_ORDER(a, b) (precedes(key[b], key[a]) || (key[a] == key[b] && payload_of[b] < payload_of[a]))
#else
#define OUT_OF_ORDER(a, b) precedes(key[b], key[a])
#endif
#if PAYLOAD
#define EXCHANGE(a, b)                       \
  if (OUT_OF_ORDER(a, b)) {  /*: compares */ \
    Code larger = key[a];                    \
    key[a] = key[b];                         \
    key[b] = larger;                         \
    uint moved = payload_of[a];              \
    payload_of[a] = payload_of[b];           \
    payload_of[b] = moved;                   \
  }
#else
#define EXCHANGE(a, b)                       \
  {                                          \
    Code smaller = lesser(key[a], key[b]);  /*: compares */ \
    key[b] = greater(key[a], key[b]);        \
    key[a] = smaller;                        \
  }
#endif

#define ELEMENT_BIT(j) (1 << (LOG2_KEYS - 1 - (j)))
#define SHIFT(j)                               \
  for (int c = 0; c < coset_keys; ++c) {       \
    if ((c & ELEMENT_BIT(j)) == 0) EXCHANGE(c, c + ELEMENT_BIT(j)) \
  }
#define REVERSAL(j)                            \
  for (int c = 0; c < coset_keys; ++c) {       \
    if ((c & ELEMENT_BIT(j)) == 0) EXCHANGE(c, c ^ (2 * ELEMENT_BIT(j) - 1)) \
  }

#ifdef DIRECTED
// Returns all ones if comparators at `place` are reversed (complementing keys replaces reversal), otherwise 0.
uint complement_of(uint place, uint flip, uint reversed) { return 0u - ((uint(bitCount(place & flip)) ^ reversed) & 1u); }
#define IN_DIRECTION(code, c) ((code) ^ Code(complement_of(base + place[c], flip, down)))
#else
#define IN_DIRECTION(code, c) code
#endif

// Executes the round on coset `index` of positions from `base`. bits: named bits as powers of two. reversed: unnamed bits that a reversal
// by the first named bit flips, or 0. flip, down: see network::Pattern. Omits positions from `limit` on (WHOLE: none).
void coset_round(uint bits[LOG2_KEYS], uint reversed, uint flip, uint down, uint index, uint base, uint limit) {
  // Smallest position of the coset: insert zeros into `index` at the named bits, lowest bit first.
  uint least = index;
  for (int j = LOG2_KEYS - 1; j >= 0; --j) {
    uint below = bits[j] - 1u;
    least = ((least & ~below) << 1u) | (least & below);
  }
  if (least >= limit) return;
#if WHOLE
#define IN_ARRAY(place) true
#else
#define IN_ARRAY(place) (place) < limit
#endif

  uint place[coset_keys];
  Code key[coset_keys];
#if PAYLOAD
  uint payload_of[coset_keys];
#endif
  for (int c = 0; c < coset_keys; ++c) {
    uint at = least;
    for (int j = 0; j < LOG2_KEYS; ++j) {
      if ((c & ELEMENT_BIT(j)) != 0) at |= bits[j];
    }
    if ((c & ELEMENT_BIT(0)) != 0) at ^= reversed;
    place[c] = at;
  }
  for (int c = 0; c < coset_keys; ++c) {
    // Positions past the end hold the largest key. They keep it, because only strictly larger keys are exchanged.
    key[c] = Code(0xffffffffu);
#ifdef BY_PAYLOAD
    payload_of[c] = 0xffffffffu;
#endif
    if (IN_ARRAY(place[c])) {
      key[c] = IN_DIRECTION(KEY_AT(place[c]), c);  //: reads -- into a register
#if PAYLOAD
      payload_of[c] = PAYLOAD_AT(place[c]);
#endif
    }
  }

  APPLY_STEPS  //: compares -- the steps of this round, one after the other, on keys in registers

  for (int c = 0; c < coset_keys; ++c) {
    if (IN_ARRAY(place[c])) {
      PUT_KEY_AT(place[c], IN_DIRECTION(key[c], c))  //: writes
#if PAYLOAD
      PAYLOAD_AT(place[c]) = payload_of[c];
#endif
    }
  }
}
