// Writes each key that selection/gather.frag found to a texel of its own, LAYERS_SIDE x LAYERS_SIDE texels per block.
// Discards texels without key, so that they are not counted.
uniform sampler2D gathered_0;
#if LAYERS_SIDE == 4
uniform sampler2D gathered_1, gathered_2, gathered_3;
#endif
#ifdef MARKS
layout(location = 0) out vec4 mark;  // 1 for each fragment that is not discarded; another pass sums the marks
#endif

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), block = at / LAYERS_SIDE, layer = at % LAYERS_SIDE;
#if LAYERS_SIDE == 4
  vec4 found = layer.y == 0   ? texelFetch(gathered_0, block, 0)
               : layer.y == 1 ? texelFetch(gathered_1, block, 0)
               : layer.y == 2 ? texelFetch(gathered_2, block, 0)
                              : texelFetch(gathered_3, block, 0);
  float depth = found[layer.x];  //: reads
#else
  float depth = texelFetch(gathered_0, block, 0)[layer.x + 2 * layer.y];  //: reads
#endif
  if (depth < 0.0) discard;
  gl_FragDepth = depth;  //: writes
#ifdef MARKS
  mark = vec4(1.0);
#endif
}
