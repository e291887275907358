// Number of work items (elements, workgroups or invocations). With COUNTED, an earlier dispatch stored it in a buffer.
#if COUNTED
layout(std430, binding = CONTROL_BINDING) readonly buffer Control { uint control[]; };
uniform uint count_at;  // index of the word in `control` that contains the number of work items
uint counted() { return control[count_at]; }
#else
uniform uint count;
uint counted() { return count; }
#endif
