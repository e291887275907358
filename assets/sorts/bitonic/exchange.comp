#version 430
// One step of the network. Each invocation compares the keys of one pair of positions.
//
// sort.lua defines WORKGROUP (invocations per workgroup), KEY (0: u32, 1: i32, 2: f32) and DESCENDING (0 or 1).
layout(local_size_x = WORKGROUP) in;

layout(std430, binding = 0) buffer Keys { uint keys[]; };

uniform uint n;           // number of keys
uniform uint half_block;  // positions in the lower half of a block
uniform uint mask;        // the partner of position i is i ^ mask

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

void main() {
  // sort.lua splits the workgroups into rows.
  uint workgroup = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint pair = workgroup * uint(WORKGROUP) + gl_LocalInvocationID.x;
  // Each block has half_block pairs. The lower position of a pair is in the lower half of the block.
  uint place = pair % half_block;
  uint lower = 2u * (pair - place) + place;
  uint upper = lower ^ mask;
  // A position at or past n has no key, so there is nothing to compare.
  if (upper >= n) return;
  uint a = keys[lower], b = keys[upper];
  if (encode(b) < encode(a)) {
    keys[lower] = b;
    keys[upper] = a;
  }
}
