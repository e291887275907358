#include "compute/external/wide_number.h"

#include <algorithm>

namespace texelsort::external {
namespace {

std::string digits(WideNumber number, unsigned base) {
  std::string text;
  do {
    text += "0123456789abcdef"[static_cast<unsigned>(number % base)];
    number /= base;
  } while (number != 0);
  std::reverse(text.begin(), text.end());
  return text;
}

}  // namespace

std::string decimal_text(WideNumber number) {
  return digits(number, 10);
}

std::string hexadecimal_text(WideNumber number) {
  return digits(number, 16);
}

std::optional<WideNumber> parse_wide(std::string_view text) {
  if (text.empty()) return std::nullopt;
  constexpr WideNumber most = ~WideNumber{0};
  WideNumber number = 0;
  for (const char letter : text) {
    if (letter < '0' || letter > '9') return std::nullopt;
    const auto digit = static_cast<unsigned>(letter - '0');
    if (number > (most - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return number;
}

}  // namespace texelsort::external
