// Sorted order of records, read from the result of sorting their keys: record i comes from position place_from(i).
#if ORDER_IN_TEXTURE
uniform usampler2D order_in;
uniform uint log2_width;
uint place_from(uint i) { return texelFetch(order_in, ivec2(i & ((1u << log2_width) - 1u), i >> log2_width), 0).r; }
#else
layout(std430, binding = 2) readonly buffer Order { uint order_in[]; };
uint place_from(uint i) { return order_in[i]; }
#endif
