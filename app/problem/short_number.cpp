#include "app/problem/short_number.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

namespace texelsort::app {

namespace {

constexpr std::string_view ellipsis = "\u2026";

/// Returns a number as a power of two, "2^20" or "2^32-1". Returns an empty string for other numbers and below 1024.
std::string power_form(std::uint64_t value) {
  constexpr std::uint64_t least = 1024;
  if (value < least) return {};
  if (std::has_single_bit(value)) return fmt::format("2^{}", std::countr_zero(value));
  if (std::countr_one(value) + std::countl_zero(value) == 64) return fmt::format("2^{}-1", std::countr_one(value));
  return {};
}

/// Returns an integer with its trailing zeros as an exponent: "12e6" for "12000000". Returns an empty string if there
/// are fewer than three trailing zeros.
std::string zeros_form(std::string_view digits) {
  const std::size_t zeros = digits.size() - 1 - digits.find_last_not_of('0');
  if (zeros < 3) return {};
  return fmt::format("{}e{}", digits.substr(0, digits.size() - zeros), zeros);
}

std::string short_integer(std::string_view sign, std::string_view digits, std::size_t room) {
  constexpr std::size_t most_digits = 20;
  std::vector<std::string> forms{zeros_form(digits)};
  if (digits.size() <= most_digits) {
    std::uint64_t value = 0;
    bool fits = true;
    for (const char c : digits) {
      const auto digit = static_cast<std::uint64_t>(c - '0');
      fits = fits && value <= (UINT64_MAX - digit) / 10;
      value = 10 * value + digit;
    }
    if (fits) forms.push_back(power_form(value));
  }
  for (const std::string& form : forms) {
    if (!form.empty() && sign.size() + form.size() <= room) return std::string(sign) + form;
  }
  // Keep at least two characters before the ellipsis, because a single digit is not informative.
  if (sign.size() + 3 > room) return {};
  return std::string(sign) + std::string(digits.substr(0, room - sign.size() - 1)) + std::string(ellipsis);
}

/// Shortens a decimal fraction to `room` characters. Omits digits after the decimal point, but keeps the exponent.
std::string short_fraction(std::string_view text, std::size_t room) {
  const std::size_t mantissa_end = std::min(text.find('e'), text.size());
  const std::string_view exponent = text.substr(mantissa_end);
  const std::size_t point = std::min(text.find('.'), mantissa_end);
  if (point + 1 + exponent.size() > room) return {};
  const std::size_t kept = std::min(room - 1 - exponent.size(), mantissa_end);
  return fmt::format("{}{}{}", text.substr(0, kept), ellipsis, exponent);
}

}  // namespace

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string short_number(const std::string& text, std::size_t room) {
  if (text.size() <= room) return text;
  const std::string_view sign = text.starts_with('-') ? "-" : "";
  const std::string_view rest = std::string_view(text).substr(sign.size());
  if (all_digits(rest)) return short_integer(sign, rest, room);
  // The words "nan" and "inf" cannot be shortened.
  return rest.find_first_of("0123456789") == 0 ? short_fraction(text, room) : std::string();
}

}  // namespace texelsort::app
