// Keys and payload in textures: element i is texel (i mod W, i div W). Needs common/keys.glsl.
uniform usampler2D keys_in;
layout(location = 0) out uvec4 keys_out;
#if PAYLOAD
uniform usampler2D payload_in;
layout(location = 1) out uvec4 payload_out;
#endif

Code fetch_code(ivec2 texel) { return encode(texelFetch(keys_in, texel, 0).KEY_SWIZZLE); }

void write_code(Code code) {
#if KEY_WORDS == 1
  keys_out = uvec4(decode(code), 0u, 0u, 0u);
#else
  keys_out = uvec4(decode(code), 0u, 0u);
#endif
}

void write_payload_of(ivec2 texel) {
#if PAYLOAD
  payload_out = texelFetch(payload_in, texel, 0);
#endif
}
