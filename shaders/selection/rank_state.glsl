// State of a radix selection between passes, in words; see compute/algorithms/selection/histogram.cpp.
//   0 number of prefixes   1 one if the candidates are in the candidates' buffer   2 and 3 first and last guessed bin
//   then for each rank: prefix (low, high), rank among the keys with that prefix, index of the prefix
//   then for each prefix: prefix (low, high), ascending
// STATE_ACCESS: coherent for passes that write it and read other invocations' words, otherwise readonly.
layout(std430, binding = 2) STATE_ACCESS buffer State { uint state[]; };
uniform uint ranks;
const uint rank_words = 4u;
uint rank_at(uint r) { return 4u + r * rank_words; }
uint prefix_at(uint p) { return 4u + ranks * rank_words + 2u * p; }
