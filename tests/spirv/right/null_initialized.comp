// A null initializer writes shared memory.
#version 460 core
#extension GL_EXT_null_initializer : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint total = {};
void main() {
  atomicAdd(total, 1u);
  barrier();
  words[gl_GlobalInvocationID.x] = total;
}
