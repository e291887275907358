#include "app/window/ui.h"

#include <fmt/format.h>

namespace texelsort::app {

void fit_picture(gpu::Texture& texture, gpu::Extent extent, gpu::TexelFormat format, const char* label) {
  if (texture.id() == 0 || texture.extent() != extent || texture.format() != format) {
    texture = gpu::Texture(extent, format, label);
  }
}

std::string keys_text(std::uint64_t count) {
  return fmt::format("{} {}", grouped(count), count == 1 ? "key" : "keys");
}

}  // namespace texelsort::app
