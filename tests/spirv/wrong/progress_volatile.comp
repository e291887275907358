// A workgroup polls a volatile word of a later workgroup.
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 1) coherent volatile buffer Flags { uint flags[]; };
void main() {
  const uint me = gl_WorkGroupID.x;
  flags[me] = 1u;
  if (me == 0u) {
    while (flags[3] == 0u) {  //: progress
    }
  }
}
