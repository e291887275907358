// Where a fragment's 2^TARGET_BITS texels a word go: to as many render targets, or, with IMAGES, by image stores into the layers. First of
// all includes, since an extension must be asked for before anything is declared.
#if defined(IMAGES) && __VERSION__ < 420
#extension GL_ARB_shader_image_load_store : require
#endif

#define TARGETS (1 << TARGET_BITS)
#define PLANES (KEY_WORDS + PAYLOAD)

// Texel l of word `plane` at this fragment's position.
#ifdef IMAGES
layout(rgba32ui) uniform writeonly uimage2DArray arrays_out;
#define WRITE(l, plane, words) imageStore(arrays_out, ivec3(ivec2(gl_FragCoord.xy), (plane) * TARGETS + (l)), words);
#else
layout(location = 0) out uvec4 arrays_out[TARGETS * PLANES];
#define WRITE(l, plane, words) arrays_out[(plane) * TARGETS + (l)] = words;
#endif
