#include "compute/data/text/charconv_fallback.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "compute/data/text/source.h"

namespace texelsort::data::portable {
namespace {

/// The prefix of a text that std::from_chars reads in general format: [-] digits [. digits] [e [+-] digits], inf, nan.
struct Prefix {
  std::size_t length = 0;
  bool special = false, nonzero = false;  ///< inf or nan; a nonzero digit before the exponent
};

/// Returns the length of the word if the text starts with it in any case, otherwise 0.
std::size_t length_of_word(std::string_view text, std::string_view word) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  if (text.size() < word.size()) return 0;
  return std::ranges::equal(text.substr(0, word.size()), word, {}, lower) ? word.size() : 0;
}

/// Returns the length of "nan" or "nan(...)" with letters, digits and underscores in parentheses.
std::size_t length_of_nan(std::string_view text) {
  const std::size_t word = length_of_word(text, "nan");
  if (word == 0 || text.size() == word || text[word] != '(') return word;
  for (std::size_t i = word + 1; i < text.size(); ++i) {
    if (text[i] == ')') return i + 1;
    const bool letter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z') || text[i] == '_';
    if (!letter && !is_digit(text[i])) break;
  }
  return word;
}

Prefix prefix_of(std::string_view text) {
  const std::size_t start = text.starts_with('-') ? 1 : 0;
  const std::string_view rest = text.substr(start);
  for (const std::size_t word : {length_of_word(rest, "infinity"), length_of_word(rest, "inf"), length_of_nan(rest)}) {
    if (word > 0) return {start + word, true, false};
  }
  std::size_t at = start, digits = 0;
  Prefix prefix;
  const auto skip_digits = [&] {
    for (; at < text.size() && is_digit(text[at]); ++at, ++digits) prefix.nonzero = prefix.nonzero || text[at] != '0';
  };
  skip_digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    skip_digits();
  }
  if (digits == 0) return {};
  prefix.length = at;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+')) ++exponent;
    const std::size_t first = exponent;
    while (exponent < text.size() && is_digit(text[exponent])) ++exponent;
    if (exponent > first) prefix.length = exponent;
  }
  return prefix;
}

template <typename Number>
std::from_chars_result read(const char* first, const char* last, Number& value,
                            Number (*convert)(const char*, char**)) {
  const std::string_view text(first, static_cast<std::size_t>(last - first));
  const Prefix prefix = prefix_of(text);
  if (prefix.length == 0) return {first, std::errc::invalid_argument};
  const std::string whole(text.substr(0, prefix.length));
  const Number number = convert(whole.c_str(), nullptr);
  const char* const end = first + prefix.length;
  if (!prefix.special && (std::isinf(number) || (number == 0 && prefix.nonzero))) {
    return {end, std::errc::result_out_of_range};
  }
  value = number;
  return {end, std::errc{}};
}

std::to_chars_result give(char* first, char* last, std::string_view text) {
  if (static_cast<std::size_t>(last - first) < text.size()) return {last, std::errc::value_too_large};
  return {std::ranges::copy(text, first).out, std::errc{}};
}

/// Shortest digits that read back as the same number, and the power of ten of the first digit.
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

/// Returns a number in fixed notation. Integers with more than the shortest digits are written exactly.
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
  return read<float>(first, last, value, std::strtof);
}
std::from_chars_result from_chars(const char* first, const char* last, double& value) {
  return read<double>(first, last, value, std::strtod);
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
