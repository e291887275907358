// The smaller or the larger of two keys, without deciding anything: KEEP is MINIMUM or MAXIMUM for the whole quad.
#include "common/keys.glsl"
#include "common/texel_arrays.glsl"

noperspective in vec2 partner;

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 there = ivec2(partner);
  Code own = fetch_code(here);
  Code other = fetch_code(there);
#ifdef MINIMUM
  write_code(lesser(own, other));
#if PAYLOAD
  write_payload_of(precedes(other, own) ? there : here);
#endif
#else
  write_code(greater(own, other));
#if PAYLOAD
  write_payload_of(precedes(own, other) ? there : here);
#endif
#endif
}
