// One workgroup alone may spin on a flag that it has already raised.
//! groups 1
#version 460 core
layout(local_size_x = 1) in;
layout(binding = 1) coherent buffer Flags { uint flags[]; };
void main() {
  atomicExchange(flags[0], 1u);
  while (atomicAdd(flags[0], 0u) == 0u) {
  }
}
