#include "compute/data/text/number.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace texelsort::data {
namespace {

using Size = std::optional<std::uint64_t>;

Size times(Size a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (!a || __builtin_mul_overflow(*a, b, &product)) return std::nullopt;
  return product;
}

/// Parses a text that consists only of decimal digits. Returns null for other texts and for numbers of more than 64
/// bits.
Size parse_whole(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Size parse_power(std::string_view base_text, std::string_view exponent_text) {
  const Size base = parse_whole(base_text);
  const Size exponent = parse_whole(exponent_text);
  if (!base || !exponent) return std::nullopt;
  if (*base <= 1) return *exponent == 0 ? 1 : *base;
  Size value = 1;
  for (std::uint64_t i = 0; value && i < *exponent; ++i) value = times(value, *base);
  return value;
}

struct Unit {
  std::string_view suffix;
  std::uint64_t factor;
};

constexpr std::array units{Unit{"Ki", 1ull << 10}, Unit{"Mi", 1ull << 20},   Unit{"Gi", 1ull << 30},
                           Unit{"Ti", 1ull << 40}, Unit{"k", 1'000},         Unit{"K", 1'000},
                           Unit{"M", 1'000'000},   Unit{"G", 1'000'000'000}, Unit{"T", 1'000'000'000'000}};

/// Removes a unit such as "k" or "Mi" from the end of `text`, and returns its factor. Returns 1 if the text has no
/// unit.
std::uint64_t take_unit(std::string_view& text) {
  const auto unit = std::ranges::find_if(units, [&](const Unit& u) { return text.ends_with(u.suffix); });
  if (unit == units.end()) return 1;
  text.remove_suffix(unit->suffix.size());
  return unit->factor;
}

/// Parses a number such as "1.5" or "15e5", and multiplies it by a factor exactly. Returns null if the result is not an
/// integer.
Size parse_decimal(std::string_view text, std::uint64_t factor) {
  std::uint64_t exponent = 0;
  if (const auto e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view exponent_text = text.substr(e + 1);
    if (exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
    const Size parsed = parse_whole(exponent_text);
    if (!parsed) return std::nullopt;
    exponent = *parsed;
    text = text.substr(0, e);
  }
  const auto point = text.find('.');
  Size value = times(parse_whole(text.substr(0, point)), factor);
  if (point == std::string_view::npos) {
    for (; value && *value != 0 && exponent > 0; --exponent) value = times(value, 10);
    return value;
  }
  // Add the fraction's digits as numerator / denominator. The final sum must be an integer.
  const std::string_view fraction = text.substr(point + 1);
  if (fraction.empty() || fraction.size() > 18) return std::nullopt;
  Size numerator = times(parse_whole(fraction), factor);
  std::uint64_t denominator = 1;
  for (std::size_t i = 0; i < fraction.size(); ++i) denominator *= 10;
  for (; value && numerator && (*value != 0 || *numerator != 0) && exponent > 0; --exponent) {
    value = times(value, 10);
    if (denominator > 1) {
      denominator /= 10;
    } else {
      numerator = times(numerator, 10);
    }
  }
  if (!value || !numerator || *numerator % denominator != 0) return std::nullopt;
  std::uint64_t sum = 0;
  if (__builtin_add_overflow(*value, *numerator / denominator, &sum)) return std::nullopt;
  return sum;
}

}  // namespace

std::optional<std::uint64_t> parse_size(std::string_view text) {
  if (const auto caret = text.find('^'); caret != std::string_view::npos) {
    return parse_power(text.substr(0, caret), text.substr(caret + 1));
  }
  const std::uint64_t factor = take_unit(text);
  return parse_decimal(text, factor);
}

}  // namespace texelsort::data
