// Writes 2^TARGET_BITS texels per fragment and word: to render targets or, with IMAGES, to layers by image stores.
// Include this file first, because #extension must precede all declarations.
#if defined(IMAGES) && __VERSION__ < 420
#extension GL_ARB_shader_image_load_store : require
#endif

#define TARGETS (1 << TARGET_BITS)
#define PLANES (KEY_WORDS + PAYLOAD)

// Writes `words` to layer `l` of plane `plane` (key words, then payload) at this fragment's position.
#ifdef IMAGES
layout(rgba32ui) uniform writeonly uimage2DArray arrays_out;
#define WRITE(l, plane, words) imageStore(arrays_out, ivec3(ivec2(gl_FragCoord.xy), (plane) * TARGETS + (l)), words);
#else
layout(location = 0) out uvec4 arrays_out[TARGETS * PLANES];
#ifdef GL_ES
// OpenGL ES accepts only constant indices of render targets. Eight targets are enough for all supported devices.
void write_target(int target, uvec4 words) {
  if (target == 0) arrays_out[0] = words;
#if TARGETS * PLANES > 1
  if (target == 1) arrays_out[1] = words;
#endif
#if TARGETS * PLANES > 2
  if (target == 2) arrays_out[2] = words;
#endif
#if TARGETS * PLANES > 3
  if (target == 3) arrays_out[3] = words;
#endif
#if TARGETS * PLANES > 4
  if (target == 4) arrays_out[4] = words;
#endif
#if TARGETS * PLANES > 5
  if (target == 5) arrays_out[5] = words;
#endif
#if TARGETS * PLANES > 6
  if (target == 6) arrays_out[6] = words;
#endif
#if TARGETS * PLANES > 7
  if (target == 7) arrays_out[7] = words;
#endif
}
#define WRITE(l, plane, words) write_target((plane) * TARGETS + (l), words);
#else
#define WRITE(l, plane, words) arrays_out[(plane) * TARGETS + (l)] = words;
#endif
#endif
