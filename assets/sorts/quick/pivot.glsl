// The pivot of a part: the median of 32 of its keys. All workgroups of a part find the same pivot.
const uint samples = 32u;
shared uint sampled[samples];
shared uint median;

// Returns the code of the pivot. All invocations of the workgroup must call it.
uint pivot_of(uvec2 part) {
  uint own = gl_LocalInvocationID.x;
  if (own < samples) {
    // One key of each of 32 equal ranges. Its place differs from range to range, because keys may repeat regularly.
    uint size = (part.y - part.x) / samples;
    sampled[own] = encode(keys[part.x + own * size + (own * 0x9E3779B9u >> 8u) % size]);
  }
  sync();
  if (own < samples) {
    uint rank = 0u;
    for (uint i = 0u; i < samples; ++i) {
      if (sampled[i] < sampled[own] || (sampled[i] == sampled[own] && i < own)) ++rank;
    }
    if (rank == samples / 2u) median = sampled[own];
  }
  sync();
  return median;
}
