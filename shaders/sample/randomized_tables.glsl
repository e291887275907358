// Declarations for all passes of a k-way distribution. Needs common/keys.glsl and common/invocation.glsl; K buckets per parent.
#include "sample/randomized_layout.glsl"
layout(std430, binding = 4) readonly buffer Parents { Parent parents[]; };
layout(std430, binding = 5) readonly buffer Tiles { Tile tiles[]; };
#define CONTROL_BINDING 11  // sample/randomized_control.glsl
#include "common/counted.glsl"
