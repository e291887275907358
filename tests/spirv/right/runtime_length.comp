// Each invocation strides to the length of a runtime array.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
void main() {
  for (int n = int(gl_GlobalInvocationID.x); n < words.length(); n += 64) {
    if (gl_WorkGroupID.x == 0u) words[n] = uint(n);
  }
}
