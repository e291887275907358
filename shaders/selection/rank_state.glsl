// Words of a radix selection's state between passes; see compute/algorithms/selection/histogram.cpp.
// word 0: number of prefixes; 1: whether candidates are in their buffer (0 or 1); 2, 3: first and last guessed bin;
// then per rank: prefix (low, high), rank among the keys with this prefix, index of this prefix;
// then per prefix, ascending: prefix (low, high)
// STATE_ACCESS: `coherent` in passes that write the state and read other invocations' words, otherwise `readonly`.
layout(std430, binding = 2) STATE_ACCESS buffer State { uint state[]; };
uniform uint ranks;
const uint rank_words = 4u;
uint rank_at(uint r) { return 4u + r * rank_words; }
uint prefix_at(uint p) { return 4u + ranks * rank_words + 2u * p; }
