#version 430
// Copies the split parts back to the first array.
#include "keys.glsl"
#include "workgroup.glsl"
#include "shares.glsl"
layout(std430, binding = 2) readonly buffer KeysOut { uint keys_out[]; };

void main() {
  uvec2 share = own_share();
  for (uint i = share.x + gl_LocalInvocationID.x; i < share.y; i += uint(WORKGROUP)) keys[i] = keys_out[i];
}
