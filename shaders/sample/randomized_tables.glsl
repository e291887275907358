// Declarations of all passes of a distribution into K buckets per parent. Needs common/keys.glsl and common/invocation.glsl.
#include "sample/randomized_layout.glsl"
layout(std430, binding = 4) readonly buffer Parents { Parent parents[]; };
layout(std430, binding = 5) readonly buffer Tiles { Tile tiles[]; };
#define CONTROL_BINDING 11  // sample/randomized_control.glsl
#include "common/counted.glsl"
