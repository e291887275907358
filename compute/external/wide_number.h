#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texelsort::external {

/// 128 bits: what the sort benchmark counts records with, sums checksums in and draws random numbers from.
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
/// As the benchmark's programs print checksums: small letters, no zeros in front.
std::string hexadecimal_text(WideNumber number);
/// Decimal digits alone; nothing for anything else and for numbers of more than 128 bits.
std::optional<WideNumber> parse_wide(std::string_view text);

}  // namespace texelsort::external
