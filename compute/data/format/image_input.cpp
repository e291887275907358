#include <algorithm>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/format/file_formats.h"
#include "compute/data/format/picture.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

bool is_netpbm(std::string_view contents) {
  return contents.size() > 2 && contents[0] == 'P' && contents[1] >= '1' && contents[1] <= '6' && is_space(contents[2]);
}

/// Decodes a picture. Detects the format by the first bytes, because file names can be wrong.
Picture read_picture(std::string_view contents, const std::string& origin) {
  if (contents.starts_with("\x89PNG\r\n\x1a\n")) return read_png(contents, origin);
  if (contents.starts_with("\xFF\xD8\xFF")) return read_jpeg(contents, origin);
  if (is_netpbm(contents)) return read_netpbm(contents, origin);
  throw UsageError(fmt::format(
      "{}: not a picture in a supported format (PNG, JPEG, PPM or PGM): convert it, for example with `convert "
      "FILE out.png`",
      origin));
}

}  // namespace

Input read_image(std::string_view contents, const std::string& origin, const ReadOptions& options) {
  if (options.type && *options.type != KeyType::u32) {
    throw UsageError(
        fmt::format("{}: the pixels of a picture are u32 keys: leave out -t {}", origin, name(*options.type)));
  }
  const Picture picture = read_picture(contents, origin);
  std::vector<std::uint32_t> keys(std::size_t{picture.width} * picture.height);
  std::vector<std::uint8_t> alpha(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint8_t* const pixel = picture.rgba.data() + 4 * i;
    keys[i] = image_key(pixel[0], pixel[1], pixel[2]);
    alpha[i] = pixel[3];
  }
  Input input;
  input.keys = std::move(keys);
  input.shape.format = Format::image;
  input.shape.width = picture.width;
  input.shape.height = picture.height;
  if (std::ranges::any_of(alpha, [](std::uint8_t a) { return a != 255; })) {
    auto spelling = std::make_shared<SourceSpelling>();
    spelling->alpha = std::move(alpha);
    input.shape.spelling = std::move(spelling);
  }
  input.origin = origin;
  return input;
}

}  // namespace texelsort::data
