#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// Rows of pixels from top to bottom. A pixel has four bytes: red, green, blue, alpha.
struct Picture {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  bool operator==(const Picture&) const = default;
};

/// Decode the contents of an image file. They throw UsageError for truncated or damaged files, and for more than 8 bits
/// per channel, which keys cannot represent.
Picture read_png(std::string_view contents, const std::string& origin);
Picture read_jpeg(std::string_view contents, const std::string& origin);
/// Decodes binary Netpbm files: P5 (grey) and P6 (colour). Rejects P1 to P4 with an explanation.
Picture read_netpbm(std::string_view contents, const std::string& origin);

[[noreturn]] void fail_at_picture(const std::string& origin, std::string_view kind, std::string_view why);

}  // namespace texelsort::data
