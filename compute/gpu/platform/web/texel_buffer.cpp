#include "compute/data/error.h"
#include "compute/gpu/platform.h"

// WebGL 2 has neither buffer textures nor compute shaders that would use them.
namespace texelsort::gpu {

void show_buffer_texture(Handle&, std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t) {
  throw InternalError("WebGL 2 has no buffer textures");
}

std::uint64_t most_buffer_texels() {
  return 0;
}

}  // namespace texelsort::gpu
