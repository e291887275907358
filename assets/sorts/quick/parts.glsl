// Parts of the array. Each has the first index of its range, and the index after the last.
layout(std430, binding = 1) readonly buffer Parts { uvec2 parts[]; };

uniform uint whole;  // number of keys in the first round, when the whole array is the only part; otherwise 0

uvec2 part_at(uint i) { return whole > 0u ? uvec2(0u, whole) : parts[i]; }
