// The counter has no value before the first atomic.
#version 460 core
layout(local_size_x = 64) in;
shared uint total;
void main() {
  atomicAdd(total, 1u);  //: unwritten
}
