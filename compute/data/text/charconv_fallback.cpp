#include "compute/data/text/charconv_fallback.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

namespace texelsort::data::portable {
namespace {

/// Returns whether a number is not 0: whether its text has a digit other than 0 before the exponent.
bool has_nonzero_digit(std::string_view text) {
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  return mantissa.find_first_of("123456789") != std::string_view::npos;
}

template <typename Number>
std::from_chars_result read(const char* first, const char* last, Number& value) {
  Number number = 0;
  const auto [end, error] = fast_float::from_chars(first, last, number);
  if (error != std::errc{}) return {first, error};
  const std::string_view text(first, static_cast<std::size_t>(end - first));
  // The library rounds numbers that are too large to infinity, and numbers that are too small to 0.
  const bool rounded = std::isinf(number) ? has_nonzero_digit(text) : number == 0 && has_nonzero_digit(text);
  if (rounded) return {end, std::errc::result_out_of_range};
  value = number;
  return {end, std::errc{}};
}

std::to_chars_result give(char* first, char* last, std::string_view text) {
  if (static_cast<std::size_t>(last - first) < text.size()) return {last, std::errc::value_too_large};
  return {std::ranges::copy(text, first).out, std::errc{}};
}

/// Shortest decimal digits that read back as the same number, and the power of ten of the first digit.
struct ShortestDigits {
  std::string digits;
  int exponent = 0;
};

template <typename Number>
ShortestDigits shortest_digits(Number magnitude) {
  if (magnitude == 0) return {"0", 0};
  const std::string text = fmt::format("{}", magnitude);
  const std::size_t e = std::min(text.find('e'), text.size());
  const std::size_t point = std::min(text.find('.'), e);
  ShortestDigits result{text.substr(0, point), static_cast<int>(point) - 1};
  if (point < e) result.digits += text.substr(point + 1, e - point - 1);
  if (e < text.size()) result.exponent += std::atoi(text.c_str() + e + 1);
  const std::size_t zeros = result.digits.find_first_not_of('0');
  result.digits.erase(0, zeros);
  result.exponent -= static_cast<int>(zeros);
  result.digits.erase(result.digits.find_last_not_of('0') + 1);
  return result;
}

std::string scientific_text(const ShortestDigits& shortest) {
  std::string text = shortest.digits.substr(0, 1);
  if (shortest.digits.size() > 1) text += "." + shortest.digits.substr(1);
  return text + fmt::format("e{}{:02}", shortest.exponent < 0 ? '-' : '+', std::abs(shortest.exponent));
}

/// Returns a number in fixed notation. Integers that need more than the shortest digits are written exactly.
template <typename Number>
std::string fixed_text(Number magnitude, const ShortestDigits& shortest) {
  const auto& [digits, exponent] = shortest;
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const std::size_t whole = static_cast<std::size_t>(exponent) + 1;
  if (whole < digits.size()) return digits.substr(0, whole) + "." + digits.substr(whole);
  if (whole == digits.size()) return digits;
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.0f", static_cast<double>(magnitude));
  return buffer.data();
}

template <typename Number>
std::to_chars_result write(char* first, char* last, Number value) {
  std::string text = std::signbit(value) ? "-" : "";
  const Number magnitude = std::abs(value);
  if (std::isnan(value)) return give(first, last, text + "nan");
  if (std::isinf(value)) return give(first, last, text + "inf");
  const ShortestDigits shortest = shortest_digits(magnitude);
  const std::string scientific = scientific_text(shortest), fixed = fixed_text(magnitude, shortest);
  return give(first, last, text + (fixed.size() <= scientific.size() ? fixed : scientific));
}

}  // namespace

std::from_chars_result from_chars(const char* first, const char* last, float& value) {
  return read(first, last, value);
}
std::from_chars_result from_chars(const char* first, const char* last, double& value) {
  return read(first, last, value);
}
std::to_chars_result to_chars(char* first, char* last, float value) {
  return write(first, last, value);
}
std::to_chars_result to_chars(char* first, char* last, double value) {
  return write(first, last, value);
}

std::to_chars_result to_chars_scientific(char* first, char* last, double value, int precision) {
  std::array<char, 1100> buffer{};
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.*e", precision, value);
  return give(first, last, {buffer.data(), static_cast<std::size_t>(std::max(length, 0))});
}

}  // namespace texelsort::data::portable
