// Division of the array into sublists. The first `remainder` have `quotient` + 1 keys, and the others `quotient` keys.
uniform uint sublists;
uniform uint quotient;
uniform uint remainder;
uniform uint samples;  // samples per sublist, which is also the number of splitters

uint sublist_start(uint sublist) { return sublist * quotient + min(sublist, remainder); }
uint sublist_size(uint sublist) { return quotient + (sublist < remainder ? 1u : 0u); }
