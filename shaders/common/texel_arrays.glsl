// Keys and payload in textures: element i is texel (i mod W, i div W). Needs common/keys.glsl.
//
// Texture coordinates are texel centres, (x + 1/2, y + 1/2). Nearest filtering reads these exactly: widths are powers
// of two, and errors of a few ulp at heights up to 2^15 are far below half a texel. texture() is measurably faster than
// texelFetch() on Mesa's software rasteriser, which checks the bounds of each texelFetch().
uniform vec2 texel_size;  // reciprocal of the texture's width and height in texels
uniform usampler2D keys_in;
#if PAYLOAD
uniform usampler2D payload_in;
#endif
#ifndef MARKS  // passes that write marks for counting write no keys
layout(location = 0) out uvec4 keys_out;
#if PAYLOAD
layout(location = 1) out uvec4 payload_out;
#endif
#endif

Code code_at(vec2 position) { return encode(texture(keys_in, position * texel_size).KEY_SWIZZLE); }

vec2 centre(ivec2 texel) { return vec2(texel) + 0.5; }

#ifndef MARKS
void write_code(Code code) {
#if KEY_WORDS == 1
  keys_out = uvec4(decode(code), 0u, 0u, 0u);
#else
  keys_out = uvec4(decode(code), 0u, 0u);
#endif
}

// Writes the greater or lesser of the keys at two texture coordinates, with its payload. The key at `own` wins ties.
void write_kept(bool maximum, vec2 own_at, vec2 other_at) {
  Code own = encode(texture(keys_in, own_at).KEY_SWIZZLE);  //: reads own=own
  Code other = encode(texture(keys_in, other_at).KEY_SWIZZLE);  //: reads other=other
#if KEY_WORDS == 1 && !PAYLOAD
  write_code(maximum ? greater(own, other) : lesser(own, other));  //: compares, writes maximum=takes_max own=own other=other
#else
  bool take_other = maximum ? precedes(own, other) : precedes(other, own);  //: compares maximum=takes_max own=own other=other
  write_code(take_other ? other : own);  //: writes take_other=swaps own=own other=other
#if PAYLOAD
  payload_out = texture(payload_in, take_other ? other_at : own_at);
#endif
#endif
}

void write_payload_of(vec2 position) {
#if PAYLOAD
  payload_out = texture(payload_in, position * texel_size);
#endif
}
#endif
