#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace texelsort::data {

/// Rows of pixels from the top. A pixel has four bytes: red, green, blue, alpha.
struct Picture {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
  bool operator==(const Picture&) const = default;
};

/// Each reads the whole of a file's bytes. They throw UsageError for what is cut, damaged or has more than 8 bits a
/// channel, which keys do not hold.
Picture read_png(std::string_view contents, const std::string& origin);
Picture read_jpeg(std::string_view contents, const std::string& origin);
/// Binary Netpbm: P5 (grey) and P6 (colour). Refuses P1 to P4 with the reason.
Picture read_netpbm(std::string_view contents, const std::string& origin);

[[noreturn]] void fail_at_picture(const std::string& origin, std::string_view kind, std::string_view why);

}  // namespace texelsort::data
