// Division of the array into sublists: the first `remainder` have quotient + 1 keys, the others have `quotient` keys.
uniform uint sublists;
uniform uint quotient;
uniform uint remainder;
uniform uint samples;  // samples per sublist; also the number of global samples

uint sublist_start(uint sublist) { return sublist * quotient + min(sublist, remainder); }
uint sublist_size(uint sublist) { return quotient + (sublist < remainder ? 1u : 0u); }
