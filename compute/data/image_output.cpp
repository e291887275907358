#include <fmt/core.h>
#include <stb_image_write.h>

#include "compute/data/error.h"
#include "compute/data/writers.h"

namespace texelsort::data {
namespace {

using Pixels = std::vector<std::uint8_t>;  // red, green, blue

Pixels pixels_of(const std::vector<std::uint32_t>& keys) {
  Pixels pixels;
  pixels.reserve(3 * keys.size());
  for (const std::uint32_t key : keys) {
    for (const int shift : {16, 8, 0}) pixels.push_back(static_cast<std::uint8_t>(key >> shift));
  }
  return pixels;
}

void check_pixels(const Keys& keys, const Shape& shape) {
  const std::string_view way_out = "write to a name ending in .txt, .csv or .bin";
  if (type_of(keys) != KeyType::u32 || shape.width == 0 || shape.height == 0) {
    throw UsageError(fmt::format("only keys that were read from a picture can be written as one; {}", way_out));
  }
  const std::uint64_t pixels = std::uint64_t{shape.width} * shape.height;
  if (pixels != size(keys)) {
    throw UsageError(fmt::format("a picture of {} x {} pixels needs {} keys, not {}; {}", shape.width, shape.height,
                                 pixels, size(keys), way_out));
  }
}

/// Binary Netpbm, whose header is a line of text: P6 in colour, P5 in grey (the key's high byte, its luminance).
std::string write_netpbm(const std::vector<std::uint32_t>& keys, const Shape& shape, bool grey) {
  std::string out = fmt::format("{}\n{} {}\n255\n", grey ? "P5" : "P6", shape.width, shape.height);
  if (grey) {
    for (const std::uint32_t key : keys) out += static_cast<char>(key >> 24);
  } else {
    const Pixels pixels = pixels_of(keys);
    out.append(pixels.begin(), pixels.end());
  }
  return out;
}

void append(void* out, void* data, int length) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(data), static_cast<std::size_t>(length));
}

}  // namespace

std::string write_image(const Keys& keys, const Shape& shape, std::string_view ending) {
  check_pixels(keys, shape);
  const auto& column = std::get<std::vector<std::uint32_t>>(keys);
  if (ending == ".ppm" || ending == ".pgm") return write_netpbm(column, shape, ending == ".pgm");

  const Pixels pixels = pixels_of(column);
  const auto width = static_cast<int>(shape.width);
  const auto height = static_cast<int>(shape.height);
  constexpr int channels = 3;
  constexpr int jpeg_quality = 95;
  std::string out;
  int good = 0;
  if (ending == ".bmp") {
    good = stbi_write_bmp_to_func(append, &out, width, height, channels, pixels.data());
  } else if (ending == ".tga") {
    good = stbi_write_tga_to_func(append, &out, width, height, channels, pixels.data());
  } else if (ending == ".jpg" || ending == ".jpeg") {
    good = stbi_write_jpg_to_func(append, &out, width, height, channels, pixels.data(), jpeg_quality);
  } else {
    good = stbi_write_png_to_func(append, &out, width, height, channels, pixels.data(), channels * width);
  }
  if (good == 0) throw InternalError(fmt::format("a picture of {} x {} pixels cannot be encoded", width, height));
  return out;
}

}  // namespace texelsort::data
