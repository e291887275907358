// The keys and their order. sort.lua defines KEY (0: u32, 1: i32, 2: f32) and DESCENDING (0 or 1).
layout(std430, binding = 0) buffer Keys { uint keys[]; };

// Returns an unsigned integer that is in the same order as the key.
uint encode(uint key) {
#if KEY == 2
  // Order of floats (IEEE 754, totalOrder): flip all bits of negative numbers, and the sign bit of the others.
  uint code = (key >> 31u) != 0u ? ~key : key ^ 0x80000000u;
#elif KEY == 1
  uint code = key ^ 0x80000000u;
#else
  uint code = key;
#endif
  return DESCENDING == 1 ? ~code : code;
}
