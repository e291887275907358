#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <memory>

#include <fmt/core.h>
#include <stb_image.h>

#include "compute/data/error.h"
#include "compute/data/picture.h"
#include "compute/data/source.h"

namespace texelsort::data {
namespace {

/// Little-endian numbers of a header; zero behind its end.
class PlainHeader {
 public:
  explicit PlainHeader(std::string_view contents) : contents_(contents) {}
  std::uint32_t byte(std::size_t at) const {
    return at < contents_.size() ? static_cast<unsigned char>(contents_[at]) : 0u;
  }
  std::uint32_t two(std::size_t at) const { return byte(at) | byte(at + 1) << 8; }
  std::uint32_t four(std::size_t at) const { return two(at) | two(at + 2) << 16; }

 private:
  std::string_view contents_;
};

[[noreturn]] void fail_as_cut(const std::string& origin, std::string_view kind, std::size_t bytes,
                              std::uint64_t needed) {
  fail_at_picture(origin, kind, fmt::format("the file is cut: it has {} of {} bytes", bytes, needed));
}

/// stb does not look for the end of the file. Headers as in [MS-WMF] 2.2.2; RLE is refused by stb.
void require_whole_bmp(std::string_view contents, const std::string& origin) {
  const PlainHeader header(contents);
  const bool old = header.four(14) == 12;
  const std::int64_t width = old ? header.two(18) : static_cast<std::int32_t>(header.four(18));
  const std::int64_t height = old ? header.two(20) : std::abs(std::int64_t{static_cast<std::int32_t>(header.four(22))});
  const std::int64_t bits = header.two(old ? 24 : 28);
  if (width <= 0) fail_at_picture(origin, "BMP", "it has no width");
  if (height == 0) fail_at_picture(origin, "BMP", "it has no height");
  const std::uint64_t row = static_cast<std::uint64_t>((width * bits + 31) / 32 * 4);
  const std::uint64_t needed = header.four(10) + row * static_cast<std::uint64_t>(height);
  if (contents.size() < needed) fail_as_cut(origin, "BMP", contents.size(), needed);
}

/// Truevision TGA 2.0: an 18-byte header, an identification, a colour map, pixels or packets of them.
class Tga {
 public:
  Tga(std::string_view contents, const std::string& origin) : contents_(contents), origin_(origin), header_(contents) {}

  bool looks_like_one() const {
    const std::uint32_t kind = header_.byte(2) & ~8u, map = header_.byte(1);
    return contents_.size() >= 18 && map <= 1 && kind >= 1 && kind <= 3 && (map == 1) == (kind == 1) && width() > 0 &&
           height() > 0;
  }
  /// A fourth byte of pixels that is no alpha.
  bool ignores_alpha() const { return (header_.byte(17) & 15) == 0; }

  void require_whole() const {
    const std::uint64_t map_entry = (header_.byte(7) + 7) / 8, maps = header_.byte(1) == 1 ? header_.two(5) : 0;
    const std::uint64_t start = 18 + header_.byte(0) + map_entry * maps;
    const std::uint64_t needed = (header_.byte(2) & 8) == 0 ? start + pixels() * pixel_bytes() : end_of_packets(start);
    if (contents_.size() < needed) fail_as_cut(origin_, "TGA", contents_.size(), needed);
    if (header_.byte(1) == 1 && (header_.byte(2) & 8) == 0) require_indices(start, maps);
  }

 private:
  std::uint64_t width() const { return header_.two(12); }
  std::uint64_t height() const { return header_.two(14); }
  std::uint64_t pixels() const { return width() * height(); }
  std::uint64_t pixel_bytes() const { return (header_.byte(16) + 7) / 8; }

  std::uint64_t end_of_packets(std::uint64_t at) const {
    for (std::uint64_t done = 0; done < pixels();) {
      if (at >= contents_.size()) return at + 1;
      const std::uint32_t packet = header_.byte(at);
      const std::uint64_t count = (packet & 127) + 1;
      at += 1 + ((packet & 128) != 0 ? 1 : count) * pixel_bytes();
      done += count;
      if (done > pixels()) fail_at_picture(origin_, "TGA", "it has more pixels than its size says");
    }
    return at;
  }

  /// stb takes the first colour for indices beyond the map.
  void require_indices(std::uint64_t start, std::uint64_t maps) const {
    if (pixel_bytes() != 1) return;
    for (std::uint64_t i = 0; i < pixels(); ++i) {
      if (header_.byte(start + i) >= maps) fail_at_picture(origin_, "TGA", "a pixel's colour is not in its map");
    }
  }

  std::string_view contents_;
  const std::string& origin_;
  PlainHeader header_;
};

/// The numbers of a Netpbm header: white space and comments between them, one white space behind the last.
class NetpbmHeader {
 public:
  NetpbmHeader(std::string_view contents, const std::string& origin) : contents_(contents), origin_(origin) {}

  std::uint32_t next(std::string_view what) {
    while (at_ < contents_.size() && (is_space(contents_[at_]) || contents_[at_] == '#')) {
      if (contents_[at_] == '#') at_ = std::min(contents_.find_first_of("\r\n", at_), contents_.size());
      if (at_ < contents_.size()) ++at_;
    }
    std::uint32_t number = 0;
    const char* const first = contents_.data() + at_;
    const auto [stop, error] = std::from_chars(first, contents_.data() + contents_.size(), number);
    if (error != std::errc{} || number == 0)
      fail_at_picture(origin_, "Netpbm", fmt::format("its {} is no number from 1", what));
    at_ += static_cast<std::size_t>(stop - first);
    return number;
  }
  std::string_view behind() const { return contents_.substr(std::min(at_ + 1, contents_.size())); }

 private:
  std::string_view contents_;
  const std::string& origin_;
  std::size_t at_ = 2;  // behind "P6"
};

}  // namespace

void fail_at_picture(const std::string& origin, std::string_view kind, std::string_view why) {
  throw UsageError(fmt::format("{}: no {} picture that can be read: {}", origin, kind, why));
}

Picture read_netpbm(std::string_view contents, const std::string& origin) {
  NetpbmHeader header(contents, origin);
  const std::uint32_t width = header.next("width"), height = header.next("height"), most = header.next("maximum");
  if (most != 255) {
    fail_at_picture(origin, "Netpbm",
                    fmt::format("its values go to {}, and keys hold 8 bits, 0 to 255: convert it first", most));
  }
  const std::size_t channels = contents[1] == '6' ? 3 : 1;
  const std::uint64_t pixels = std::uint64_t{width} * height;
  if (pixels == 0) fail_at_picture(origin, "Netpbm", "it has no pixels");
  const std::string_view data = header.behind();
  if (data.size() / channels < pixels) {
    fail_as_cut(origin, "Netpbm", contents.size(), contents.size() - data.size() + pixels * channels);
  }
  if (!std::ranges::all_of(data.substr(pixels * channels), is_space)) {
    fail_at_picture(origin, "Netpbm", fmt::format("{} bytes are behind its pixels", data.size() - pixels * channels));
  }
  Picture picture{width, height, std::vector<std::uint8_t>(4 * pixels)};
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      picture.pixels[4 * i + c] = static_cast<std::uint8_t>(data[channels * i + (channels == 3 ? c : 0)]);
    }
    picture.pixels[4 * i + 3] = 255;
  }
  return picture;
}

Picture read_by_stb(std::string_view contents, const std::string& origin) {
  if (contents.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw UsageError(fmt::format("{}: {} bytes are too large for a picture (2147483647)", origin, contents.size()));
  }
  const Tga tga(contents, origin);
  const bool bmp = contents.starts_with("BM");
  if (bmp) require_whole_bmp(contents, origin);
  if (!bmp && !tga.looks_like_one()) {
    throw UsageError(origin + ": no picture that can be read; PNG, JPEG, BMP, TGA, PPM and PGM can");
  }
  if (!bmp) tga.require_whole();
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(contents.data()), static_cast<int>(contents.size()),
                            &width, &height, &channels, STBI_rgb_alpha),
      stbi_image_free);
  if (!pixels) fail_at_picture(origin, bmp ? "BMP" : "TGA", stbi_failure_reason());
  const std::size_t bytes = std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  Picture picture{
      static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {pixels.get(), pixels.get() + bytes}};
  if (!bmp && tga.ignores_alpha()) {
    for (std::size_t i = 3; i < bytes; i += 4) picture.pixels[i] = 255;
  }
  return picture;
}

}  // namespace texelsort::data
