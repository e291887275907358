// One invocation goes over a whole column, key by key: no barrier and no shared memory. Software rasterisers run this form fastest. Needs
// radix/arrays.glsl, common/invocation.glsl.
//
// Keys come 16 bytes at a time from a second view of the same buffer: such a rasteriser fetches invocation by invocation.
layout(std430, binding = 5) readonly buffer KeyQuads { uvec4 key_quads[]; };

const uint quad_keys = uint(4 / KEY_WORDS);
// Mesa's llvmpipe leaves any loop after 65,535 iterations.
const uint block_keys = 65536u;

// What is done with key i, in the order of i.
void visit(uint i, Code key);

void go_over_column(uint column) {
  uint first = column * column_keys, last = min(n, first + column_keys);
  for (uint block = first; block < last; block += block_keys) {
    uint end = min(last, block + block_keys);
    uint i = block;
    // Columns start at multiples of quad_keys.
    for (; i + quad_keys <= end; i += quad_keys) {
      uvec4 quad = key_quads[i / quad_keys];
#if KEY_WORDS == 1
      visit(i, quad.x);
      visit(i + 1u, quad.y);
      visit(i + 2u, quad.z);
      visit(i + 3u, quad.w);
#else
      visit(i, quad.xy);
      visit(i + 1u, quad.zw);
#endif
    }
    for (; i < end; ++i) visit(i, keys_in[i]);
  }
}
