#include "compute/gpu/array_texture.h"

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/gpu/gl.h"
#include "compute/gpu/object_making.h"
#include "compute/gpu/transfer_log.h"

namespace texelsort::gpu {

ArrayTexture::ArrayTexture(Extent extent, std::uint32_t layers, std::string_view label)
    : extent_(extent), layers_(layers) {
  GLuint id = 0;
  glGenTextures(1, &id);
  handle_ = Handle(id, [](std::uint32_t name) { glDeleteTextures(1, &name); });
  glBindTexture(GL_TEXTURE_2D_ARRAY, id);
  // Set before the allocation, as for plain textures. Integer textures are incomplete unless filtering is nearest.
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA32UI, static_cast<GLsizei>(extent.width),
               static_cast<GLsizei>(extent.height), static_cast<GLsizei>(layers), 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
               nullptr);
  if (glGetError() == GL_OUT_OF_MEMORY) {
    throw UnavailableError(
        fmt::format("the device does not have enough memory for {} layers of {} x {} texels: "
                    "choose a smaller n",
                    layers, extent.width, extent.height));
  }
  allocation_ = Allocation(std::uint64_t{extent.width} * extent.height * layers * texel_bytes);
  label_object(GL_TEXTURE, id, label);
}

void ArrayTexture::write(std::uint32_t layer, std::span<const std::byte> texels) {
  const std::uint64_t needed = std::uint64_t{extent_.width} * extent_.height * texel_bytes;
  if (texels.size() != needed || layer >= layers_) {
    throw InternalError(fmt::format("layer {} written with {} bytes, expected {}", layer, texels.size(), needed));
  }
  transfers().to_device_bytes += texels.size();
  glBindTexture(GL_TEXTURE_2D_ARRAY, id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, static_cast<GLint>(layer), static_cast<GLsizei>(extent_.width),
                  static_cast<GLsizei>(extent_.height), 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels.data());
}

}  // namespace texelsort::gpu
