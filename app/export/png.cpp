#include "app/export/png.h"

#include <memory>

#include <stb_image.h>
#include <stb_image_write.h>

#include "compute/data/error.h"
#include "compute/data/files.h"

namespace texelsort::app {

std::string encode_png(const Picture& picture, bool with_alpha) {
  std::vector<std::uint8_t> rgb;
  if (!with_alpha) {
    // The file of an opaque picture is a fifth smaller without the channel.
    rgb.reserve(picture.rgba.size() / 4 * 3);
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
      rgb.insert(rgb.end(), picture.rgba.begin() + static_cast<std::ptrdiff_t>(i),
                 picture.rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
    }
  }
  std::string bytes;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  const int channels = with_alpha ? 4 : 3;
  const std::uint8_t* pixels = with_alpha ? picture.rgba.data() : rgb.data();
  if (stbi_write_png_to_func(append, &bytes, width, height, channels, pixels, channels * width) == 0) {
    throw InternalError("the picture cannot be encoded as PNG");
  }
  return bytes;
}

void write_png(const std::string& path, const Picture& picture) {
  data::write_file_atomically(path, encode_png(picture));
}

Picture read_png(std::span<const std::byte> file) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()), &width,
                            &height, &channels, STBI_rgb_alpha),
      stbi_image_free);
  if (!pixels) throw InternalError("a picture of the program itself cannot be decoded");
  const std::size_t bytes = std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {pixels.get(), pixels.get() + bytes}};
}

}  // namespace texelsort::app
