#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texelsort::external {

/// 128-bit number. The sort benchmark uses such numbers for record counts, checksums and random numbers.
__extension__ using WideNumber = unsigned __int128;

constexpr std::uint64_t high_half(WideNumber number) {
  return static_cast<std::uint64_t>(number >> 64);
}
constexpr std::uint64_t low_half(WideNumber number) {
  return static_cast<std::uint64_t>(number);
}
constexpr WideNumber wide(std::uint64_t high, std::uint64_t low) {
  return WideNumber{high} << 64 | low;
}

std::string decimal_text(WideNumber number);
/// Formats a checksum like the benchmark's programs, in lower-case hexadecimal without leading zeros.
std::string hexadecimal_text(WideNumber number);
/// Parses a decimal number. Returns null for other text and for numbers of more than 128 bits.
std::optional<WideNumber> parse_wide(std::string_view text);

}  // namespace texelsort::external
