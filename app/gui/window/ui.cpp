#include "app/gui/window/ui.h"

namespace texelsort::app {

void fit_picture(gpu::Texture& texture, gpu::Extent extent, gpu::TexelFormat format, const char* label) {
  if (texture.id() == 0 || texture.extent() != extent || texture.format() != format) {
    texture = gpu::Texture(extent, format, label);
  }
}

std::string keys_text(std::uint64_t count) {
  return data::counted(count, "key");
}

}  // namespace texelsort::app
