#include <algorithm>

#include <fmt/core.h>
#include <stb_image_write.h>

#include "compute/data/error.h"
#include "compute/data/format/file_formats.h"

namespace texelsort::data {
namespace {

using Pixels = std::vector<std::uint8_t>;

/// Returns the colour channels of all pixels, one byte each: red, green, blue and, if `channels` is 4, alpha.
Pixels pixels_of(const std::vector<std::uint32_t>& keys, const RowWords& words, int channels) {
  Pixels pixels;
  pixels.reserve(static_cast<std::size_t>(channels) * keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (const int shift : {16, 8, 0}) pixels.push_back(static_cast<std::uint8_t>(keys[i] >> shift));
    if (channels == 4) pixels.push_back(words.alpha(i));
  }
  return pixels;
}

bool is_grey(std::uint32_t key) {
  return (key & 0xFF) == (key >> 8 & 0xFF) && (key & 0xFF) == (key >> 16 & 0xFF);
}

/// Throws UsageError if an image format cannot represent these pixels exactly. `ending` names the format, such as
/// ".png".
void check_kind(const std::vector<std::uint32_t>& keys, std::string_view ending, const RowWords& words) {
  if (ending == ".jpg" || ending == ".jpeg") {
    throw UsageError("JPEG changes the values of pixels, so they would not stay sorted: choose a name ending in .png");
  }
  if (ending == ".pgm" && !std::ranges::all_of(keys, is_grey)) {
    throw UsageError("PGM pictures are grey, but these pixels have colours: choose a name ending in .ppm or .png");
  }
  if ((ending == ".pgm" || ending == ".ppm") && words.has_alpha()) {
    throw UsageError(
        "Netpbm pictures cannot store transparent pixels, but some of these pixels are transparent: "
        "choose a name ending in .png");
  }
}

void check_pixels(const Keys& keys, const Shape& shape) {
  const std::string_view way_out = "choose a name ending in .txt, .csv or .bin";
  if (type_of(keys) != KeyType::u32 || shape.width == 0 || shape.height == 0) {
    throw UsageError(fmt::format("only keys that were read from a picture can be written as a picture: {}", way_out));
  }
  const std::uint64_t pixels = std::uint64_t{shape.width} * shape.height;
  if (pixels != size(keys)) {
    throw UsageError(fmt::format("a picture of {} x {} pixels needs {} keys, not {}: {}", shape.width, shape.height,
                                 pixels, size(keys), way_out));
  }
}

/// Returns a binary Netpbm file: P5 if `grey` is true, otherwise P6.
std::string write_netpbm(const std::vector<std::uint32_t>& keys, const Shape& shape, bool grey) {
  std::string out = fmt::format("{}\n{} {}\n255\n", grey ? "P5" : "P6", shape.width, shape.height);
  if (grey) {
    for (const std::uint32_t key : keys) out += static_cast<char>(key & 0xFF);
  } else {
    const Pixels pixels = pixels_of(keys, {}, 3);
    out.append(pixels.begin(), pixels.end());
  }
  return out;
}

void append(void* out, void* data, int length) {
  static_cast<std::string*>(out)->append(static_cast<const char*>(data), static_cast<std::size_t>(length));
}

}  // namespace

std::string write_image(const Keys& keys, const Shape& shape, std::string_view ending, const RowWords& words) {
  check_pixels(keys, shape);
  const auto& column = std::get<std::vector<std::uint32_t>>(keys);
  check_kind(column, ending, words);
  if (ending == ".ppm" || ending == ".pgm") return write_netpbm(column, shape, ending == ".pgm");

  const int channels = words.has_alpha() ? 4 : 3;
  const Pixels pixels = pixels_of(column, words, channels);
  const auto width = static_cast<int>(shape.width);
  const auto height = static_cast<int>(shape.height);
  std::string out;
  if (stbi_write_png_to_func(append, &out, width, height, channels, pixels.data(), channels * width) == 0)
    throw InternalError(fmt::format("a picture of {} x {} pixels cannot be encoded", width, height));
  return out;
}

}  // namespace texelsort::data
