// The reader assumes another padding than the writer.
#version 460 core
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words { uint words[]; };
shared uint box[96];
void main() {
  const uint me = gl_LocalInvocationID.x;
  box[me + me / 32u] = me;
  barrier();
  words[gl_GlobalInvocationID.x] = box[me + me / 16u];  //: unwritten
}
