// How many workgroups or invocations have work.
#if LISTED
layout(std430, binding = 11) readonly buffer Control { uint control[]; };  // sample/randomized_control.glsl
uniform uint count_at;  // the word that says it
uint work() { return control[count_at]; }
#else
uniform uint count;
uint work() { return count; }
#endif
