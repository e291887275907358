// Reads keys from the memory that the sort uses. KEY_WORDS is 1 or 2. SOURCE_BUFFER: storage buffer instead of texture.
#ifdef SOURCE_BUFFER
#extension GL_ARB_shader_storage_buffer_object : require
#extension GL_ARB_shading_language_420pack : require
layout(std430, binding = 0) readonly buffer SourceBlock { uint source_words[]; };

// Returns key i as (low word, high word).
uvec2 fetch_key(uint i) {
#if KEY_WORDS == 2
  return uvec2(source_words[2u * i], source_words[2u * i + 1u]);
#else
  return uvec2(source_words[i], 0u);
#endif
}
#else
uniform usampler2D source;
uniform uint source_width;

uvec2 fetch_key(uint i) {
  uvec4 texel = texelFetch(source, ivec2(int(i % source_width), int(i / source_width)), 0);
  return uvec2(texel.r, KEY_WORDS == 2 ? texel.g : 0u);
}
#endif
