// Counts fragments by summing marks in blocks of BLOCK_SIDE x BLOCK_SIDE texels, if occlusion queries of a device fail.
// The first pass sums 1 per fragment that passed its tests. Later passes add up the sums of the pass before.
#if OF_MARKS
uniform sampler2D counted;
uint count_at(ivec2 at) { return texelFetch(counted, at, 0).r > 0.5 ? 1u : 0u; }
#else
uniform usampler2D counted;
uint count_at(ivec2 at) { return texelFetch(counted, at, 0).r; }
#endif
uniform ivec2 counted_extent;
layout(location = 0) out uint sum;

void main() {
  ivec2 corner = ivec2(gl_FragCoord.xy) * BLOCK_SIDE;
  ivec2 end = min(corner + BLOCK_SIDE, counted_extent);
  sum = 0u;
  for (int y = corner.y; y < end.y; ++y) {
    for (int x = corner.x; x < end.x; ++x) sum += count_at(ivec2(x, y));
  }
}
