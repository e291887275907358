// Copies 16 bytes per invocation, to measure the bandwidth of compute passes.
#include "common/invocation.glsl"

layout(std430, binding = 0) readonly buffer From { uvec4 copied_from[]; };
layout(std430, binding = 1) writeonly buffer To { uvec4 copied_to[]; };

void main() { copied_to[invocation_index()] = copied_from[invocation_index()]; }
