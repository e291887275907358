// Number of elements, workgroups or invocations with work. If COUNTED, the device has computed it.
#if COUNTED
layout(std430, binding = CONTROL_BINDING) readonly buffer Control { uint control[]; };
uniform uint count_at;  // word that contains the number
uint counted() { return control[count_at]; }
#else
uniform uint count;
uint counted() { return count; }
#endif
