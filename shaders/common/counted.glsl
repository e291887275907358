// How many elements, workgroups or invocations have work: COUNTED says that the device has counted them.
#if COUNTED
layout(std430, binding = CONTROL_BINDING) readonly buffer Control { uint control[]; };
uniform uint count_at;  // the word that says it
uint counted() { return control[count_at]; }
#else
uniform uint count;
uint counted() { return count; }
#endif
