// Number of elements, workgroups or invocations with work. With COUNTED, an earlier dispatch stored it in a buffer.
#if COUNTED
layout(std430, binding = CONTROL_BINDING) readonly buffer Control { uint control[]; };
uniform uint count_at;  // index in `control` of the word with the number
uint counted() { return control[count_at]; }
#else
uniform uint count;
uint counted() { return count; }
#endif
