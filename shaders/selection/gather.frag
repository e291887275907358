#ifdef GL_ARB_texture_gather
#extension GL_ARB_texture_gather : enable
#endif
// Gathers the LAYERS largest keys within the window of each block of SIDE x SIDE texels, as depths (-1 for missing keys).
// Also counts the block's keys within and above the window. The sums of these counts reveal blocks with too many keys.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"
#include "selection/window.glsl"
uniform uvec2 window_last;  // last encoded key of the window
uniform uvec2 keys_extent;
uniform uint n;
const int vectors = LAYERS / 4;
layout(location = 0) out uint within;
layout(location = 1) out uint beyond;
layout(location = 2) out vec4 largest[vectors];
#if KEY_WORDS == 1
Code window_end() { return window_last.x; }
#else
Code window_end() { return window_last; }
#endif

// Inserts a value into the list of the block: position of a key in the window, plus 1, in descending order; 0 if none.
#if LAYERS == 4
#define INSERT(found) kept_0 = inserted(kept_0, found);
#else
#define INSERT(found) \
  uint pushed_0 = min(kept_0.w, found); \
  kept_0 = inserted(kept_0, found); \
  uint pushed_1 = min(kept_1.w, pushed_0); \
  kept_1 = inserted(kept_1, pushed_0); \
  uint pushed_2 = min(kept_2.w, pushed_1); \
  kept_2 = inserted(kept_2, pushed_1); \
  kept_3 = inserted(kept_3, pushed_2);
#endif
uvec4 inserted(uvec4 kept, uint found) { return max(kept, uvec4(found, min(kept.xyz, uvec3(found)))); }

#define LOOK_AT(key, exists)                                                     \
  {                                                                              \
    Code code = encode(key);                                                     \
    bool is_past = (exists) && precedes(window_end(), code);                     \
    bool is_inside = (exists) && !is_past && !precedes(code, window_base());     \
    inside += uint(is_inside);                                                   \
    past += uint(is_past);                                                       \
    uint found = is_inside ? place_above(code) + 1u : 0u;                        \
    INSERT(found)                                                                \
  }

// Reads the keys of four texels in textureGather() order. On llvmpipe, it needs 0.6 of the time of four fetches.
#if KEY_WORDS == 1 && defined(GL_ARB_texture_gather)
#define KEYS_OF_QUAD(at)                                               \
  uvec4 quad = textureGather(keys_in, ((at) + 0.5) * texel_size);      \
  uint quad_0 = quad.x, quad_1 = quad.y, quad_2 = quad.z, quad_3 = quad.w;
#else
#define KEY_AT(at) texture(keys_in, (at) * texel_size).KEY_SWIZZLE
#define KEYS_OF_QUAD(at)                                                            \
  Code quad_0 = KEY_AT((at) + vec2(0, 1)), quad_1 = KEY_AT((at) + 1.0);             \
  Code quad_2 = KEY_AT((at) + vec2(1, 0)), quad_3 = KEY_AT(at);
#endif

vec4 depths_of(uvec4 kept) {
  vec4 depths;
  for (int c = 0; c < 4; ++c) depths[c] = kept[c] == 0u ? -1.0 : depth_of(kept[c] - 1u);
  return depths;
}

void main() {
  uvec2 first = uvec2(gl_FragCoord.xy) * uint(SIDE);
  vec2 corner = vec2(first) + 0.5;
  uvec4 kept_0 = uvec4(0u), kept_1 = uvec4(0u), kept_2 = uvec4(0u), kept_3 = uvec4(0u);
  uint inside = 0u, past = 0u;
  int columns = int(min(uint(SIDE), keys_extent.x - first.x));  // a texture may be narrower than a block
  for (int y = 0; y < SIDE; y += 2) {
    uint row = (first.y + uint(y)) * keys_extent.x + first.x;
    int upper = min(int(n - min(row, n)), columns), lower = min(int(n - min(row + keys_extent.x, n)), columns);
    for (int x = 0; x < SIDE; x += 2) {
      KEYS_OF_QUAD(corner + vec2(x, y))  //: reads
      LOOK_AT(quad_0, x < lower)  //: compares
      LOOK_AT(quad_1, x + 1 < lower)
      LOOK_AT(quad_2, x + 1 < upper)
      LOOK_AT(quad_3, x < upper)
    }
  }
  within = inside;
  beyond = past;
  largest[0] = depths_of(kept_0);  //: writes
#if LAYERS == 16
  largest[1] = depths_of(kept_1);
  largest[2] = depths_of(kept_2);
  largest[3] = depths_of(kept_3);
#endif
}
