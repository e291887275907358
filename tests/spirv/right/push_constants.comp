// A condition on push constants is uniform.
#version 460 core
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { uint address[2]; uint values[4]; };
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[64];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me] = me;
  if (values[me - me] == 0u) barrier();
  words[gl_GlobalInvocationID.x] = box[63u - me];
}
