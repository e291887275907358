#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// Decoded picture with rows of pixels from top to bottom. A pixel has four bytes: red, green, blue, alpha.
struct Picture {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  bool operator==(const Picture&) const = default;
};

/// Decode the contents of an image file. Throw UsageError for truncated or damaged files. Also throw for more than 8
/// bits per channel, which keys cannot represent.
Picture read_png(std::string_view contents, const std::string& origin);
Picture read_jpeg(std::string_view contents, const std::string& origin);
/// Decodes a binary Netpbm file: P5 (grey) or P6 (colour). Throws UsageError with an explanation for P1 to P4.
Picture read_netpbm(std::string_view contents, const std::string& origin);

[[noreturn]] void fail_at_picture(const std::string& origin, std::string_view kind, std::string_view why);

}  // namespace texelsort::data
