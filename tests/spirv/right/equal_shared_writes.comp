// Many invocations write the same value.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint any;
void main() {
  const uint me = gl_LocalInvocationID.x;
  if (me == 0u) any = 0u;
  barrier();
  if (me % 3u == 1u) any = 1u;
  barrier();
  words[gl_GlobalInvocationID.x] = any;
}
