#include <limits>
#include <memory>

#include <fmt/core.h>
#include <stb_image.h>

#include "compute/data/error.h"
#include "compute/data/format/picture.h"

/// Decodes a PNG or JPEG with the library stb, whose code is small for a web page.
namespace texelsort::data {
namespace {

Picture read_whole_picture(std::string_view contents, const std::string& origin, std::string_view kind) {
  const auto* bytes = reinterpret_cast<const stbi_uc*>(contents.data());
  if (contents.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    fail_at_picture(origin, kind, "it is too large");
  }
  const int size = static_cast<int>(contents.size());
  if (stbi_is_16_bit_from_memory(bytes, size) != 0) {
    fail_at_picture(origin, kind,
                    "it has 16 bits per channel, but texelsort reads 8: convert it to 8 bits per "
                    "channel");
  }
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(bytes, size, &width, &height, &channels, STBI_rgb_alpha), stbi_image_free);
  if (!pixels) fail_at_picture(origin, kind, stbi_failure_reason());
  const std::size_t count = std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {pixels.get(), pixels.get() + count}};
}

}  // namespace

Picture read_png(std::string_view contents, const std::string& origin) {
  return read_whole_picture(contents, origin, "PNG");
}

Picture read_jpeg(std::string_view contents, const std::string& origin) {
  return read_whole_picture(contents, origin, "JPEG");
}

}  // namespace texelsort::data
