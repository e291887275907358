// Constants that a specialization may change give the workgroup and array sizes.
#version 460 core
layout(local_size_x = 32, local_size_x_id = 0) in;
layout(constant_id = 0) const uint invocations = 32u;
layout(constant_id = 1) const uint keys = 3u;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[invocations * keys];
shared uint sums[gl_WorkGroupSize.x + 1u];
void main() {
  const uint me = gl_LocalInvocationID.x;
  for (uint n = 0u; n < keys; ++n) box[n * invocations + me] = n;
  sums[me + 1u] = me;
  barrier();
  words[gl_GlobalInvocationID.x] = box[invocations * keys - 1u - me] + sums[invocations - me];
}
