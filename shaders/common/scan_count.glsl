// How many elements are scanned.
#if COUNTED
layout(std430, binding = 2) readonly buffer Control { uint control[]; };
uniform uint count_at;  // the word that says it
uint element_count() { return control[count_at]; }
#else
uniform uint count;
uint element_count() { return count; }
#endif
