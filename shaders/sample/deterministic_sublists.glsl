// The sublists into which the array is split: the first `remainder` of them have quotient + 1 keys, the others quotient.
uniform uint sublists;
uniform uint quotient;
uniform uint remainder;
uniform uint samples;  // of a sublist, and as many global ones

uint sublist_start(uint sublist) { return sublist * quotient + min(sublist, remainder); }
uint sublist_size(uint sublist) { return quotient + (sublist < remainder ? 1u : 0u); }
