// What a radix selection knows between passes; see compute/algorithms/selection/histogram.cpp. All in words:
//   0 number of prefixes   1 one if the candidates are in the candidates' buffer   2 and 3 first and last bin that a sample lets guess
//   then for each rank: prefix (low, high), the rank among the keys with that prefix, the prefix's number
//   then for each prefix: it (low, high), ascending
// STATE_ACCESS: coherent for who writes it and reads what other invocations wrote, readonly else.
layout(std430, binding = 2) STATE_ACCESS buffer State { uint state[]; };
uniform uint ranks;
const uint rank_words = 4u;
uint rank_at(uint r) { return 4u + r * rank_words; }
uint prefix_at(uint p) { return 4u + ranks * rank_words + 2u * p; }
