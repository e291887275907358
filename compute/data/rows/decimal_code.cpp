#include "compute/data/rows/decimal_code.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "compute/data/text/number.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

/// First byte of the result, in numerical order.
enum class Range : std::uint8_t {
  minus_infinity = 0x10,
  negative = 0x20,
  zero = 0x30,
  positive = 0x40,
  infinity = 0x50,
  nan = 0x60
};

/// 0.DIGITS times 10 to the `exponent`. The first and the last digit are not 0.
struct Decimal {
  bool negative = false;
  std::int64_t exponent = 0;
  std::string digits;  ///< empty for 0
};

bool equals_ignoring_case(std::string_view text, std::string_view small) {
  return std::ranges::equal(text, small, {}, [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
}

std::optional<Range> word_range(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (equals_ignoring_case(text, "inf") || equals_ignoring_case(text, "infinity")) {
    return negative ? Range::minus_infinity : Range::infinity;
  }
  return equals_ignoring_case(text, "nan") ? std::optional(Range::nan) : std::nullopt;
}

/// Reads an exponent such as "e-12". Nothing for more than 9 digits.
std::optional<std::int64_t> read_exponent(std::string_view text) {
  if (text.empty()) return 0;
  text.remove_prefix(1);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  if (text.size() - (text.starts_with('-') ? 1 : 0) > 9) return std::nullopt;
  return read_number<std::int64_t>(text);
}

std::optional<Decimal> read_decimal(std::string_view text) {
  Decimal decimal;
  decimal.negative = text.starts_with('-');
  if (decimal.negative || text.starts_with('+')) text.remove_prefix(1);
  bool any = false, behind_point = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (is_digit(text[at])) {
      any = true;
      if (text[at] == '0' && decimal.digits.empty()) {
        decimal.exponent -= behind_point ? 1 : 0;
        continue;
      }
      decimal.digits += text[at];
      decimal.exponent += behind_point ? 0 : 1;
    } else if (text[at] == '.' && !behind_point) {
      behind_point = true;
    } else {
      break;
    }
  }
  if (!any || (at < text.size() && text[at] != 'e' && text[at] != 'E')) return std::nullopt;
  const auto exponent = read_exponent(text.substr(at));
  if (!exponent) return std::nullopt;
  decimal.exponent += *exponent;
  decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
  return decimal;
}

/// Appends an exponent in order: one byte if it is near 0, otherwise nine bytes.
void append_exponent(std::int64_t exponent, std::vector<std::byte>& code) {
  constexpr std::int64_t near = 100, middle = 128;
  if (exponent >= -near && exponent <= near) {
    code.push_back(static_cast<std::byte>(exponent + middle));
    return;
  }
  code.push_back(static_cast<std::byte>(exponent < 0 ? 0x01 : 0xFE));
  const std::uint64_t biased = static_cast<std::uint64_t>(exponent) ^ (std::uint64_t{1} << 63);
  for (int shift = 56; shift >= 0; shift -= 8) code.push_back(static_cast<std::byte>(biased >> shift));
}

}  // namespace

bool append_decimal_code(std::string_view text, std::vector<std::byte>& code) {
  const auto decimal = read_decimal(text);
  if (!decimal) {
    const auto word = word_range(text);
    if (word) code.push_back(static_cast<std::byte>(*word));
    return word.has_value();
  }
  if (decimal->digits.empty()) {
    code.push_back(static_cast<std::byte>(Range::zero));
    return true;
  }
  code.push_back(static_cast<std::byte>(decimal->negative ? Range::negative : Range::positive));
  const std::size_t first = code.size();
  append_exponent(decimal->exponent, code);
  // Two digits per byte, plus 1, so that the terminating 0 sorts before all further digits.
  for (std::size_t i = 0; i < decimal->digits.size(); i += 2) {
    const int tens = decimal->digits[i] - '0';
    const int ones = i + 1 < decimal->digits.size() ? decimal->digits[i + 1] - '0' : 0;
    code.push_back(static_cast<std::byte>(10 * tens + ones + 1));
  }
  code.push_back(std::byte{0});
  if (decimal->negative)
    std::transform(code.begin() + static_cast<std::ptrdiff_t>(first), code.end(),
                   code.begin() + static_cast<std::ptrdiff_t>(first), [](std::byte b) { return ~b; });
  return true;
}

}  // namespace texelsort::data
