#include <limits>
#include <memory>

#include <fmt/core.h>
#include <stb_image.h>

#include "compute/data/error.h"
#include "compute/data/readers.h"

namespace texelsort::data {

Input read_image(std::string_view contents, const std::string& origin, const ReadOptions& options) {
  if (options.type && *options.type != KeyType::u32) {
    throw UsageError(fmt::format("{}: a picture's pixels are u32 keys; leave out -t {}", origin, name(*options.type)));
  }
  if (contents.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw UsageError(fmt::format("{}: {} bytes are too large for a picture (2147483647)", origin, contents.size()));
  }
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(contents.data()), static_cast<int>(contents.size()),
                            &width, &height, &channels, STBI_rgb),
      stbi_image_free);
  if (!pixels) {
    throw UsageError(fmt::format("{}: no picture that can be read ({}); PNG, JPEG, BMP, TGA, PPM and PGM can", origin,
                                 stbi_failure_reason()));
  }
  std::vector<std::uint32_t> keys(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const stbi_uc* const pixel = pixels.get() + 3 * i;
    keys[i] = image_key(pixel[0], pixel[1], pixel[2]);
  }
  Input input;
  input.keys = std::move(keys);
  input.shape.format = Format::image;
  input.shape.width = static_cast<std::uint32_t>(width);
  input.shape.height = static_cast<std::uint32_t>(height);
  input.origin = origin;
  return input;
}

}  // namespace texelsort::data
