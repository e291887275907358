#include "compute/gpu/texel_buffer.h"

#include "compute/data/error.h"

// WebGL 2 has neither buffer textures nor compute shaders that would use them.
namespace texelsort::gpu {
namespace {

[[noreturn]] void throw_lacking() {
  throw InternalError("WebGL 2 has no buffer textures");
}

}  // namespace

TexelBuffer::TexelBuffer(std::uint32_t number, std::uint32_t words) : unit_(number), words_(words) {
  throw_lacking();
}

void TexelBuffer::show(const BufferBinding&) const {
  throw_lacking();
}

void TexelBuffer::hide() const {
  throw_lacking();
}

Uniform TexelBuffer::sampler(std::string_view name) const {
  return {name, static_cast<std::int32_t>(unit_ + words_)};
}

std::uint64_t TexelBuffer::most_texels() {
  return 0;
}

ShownTexels shown_texels(std::int32_t) {
  throw_lacking();
}

}  // namespace texelsort::gpu
