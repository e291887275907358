#include "compute/data/text/number_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "compute/data/keys/key_text.h"

namespace texelsort::data {
namespace {

std::string range_text(KeyType type) {
  return std::visit(
      [](const auto& column) {
        using Limits = std::numeric_limits<typename std::remove_cvref_t<decltype(column)>::value_type>;
        std::string out;
        append_text(out, Limits::lowest());
        out += " to ";
        append_text(out, Limits::max());
        return out;
      },
      make_keys(type, 0));
}

/// Returns the advice for a number outside the range of the key type, such as "; choose -t f64". Returns an empty
/// string for f64, because no type has a larger range.
std::string advice(std::string_view word, KeyType type, bool detected) {
  if (type == KeyType::f64) return "";
  if (type == KeyType::f32) return "; choose -t f64";
  TypeDetector detector;
  detector.see(word);
  if (detected || detector.overflowed()) return "; choose -t f64, which rounds it";
  return fmt::format("; choose -t {}", name(detector.type()));
}

/// Returns the digits of a decimal number without leading and trailing zeros.
std::string significant_digits(std::string_view word) {
  std::string digits;
  for (const char c : word.substr(0, word.find_first_of("eE"))) {
    if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
  }
  digits.erase(digits.find_last_not_of('0') + 1);  // If all digits are 0, npos + 1 is 0, and the result is empty.
  return digits;
}

}  // namespace

template <std::floating_point Key>
bool is_rounded(std::string_view word, Key key) {
  using Limits = std::numeric_limits<Key>;
  if (!std::isfinite(key)) return false;
  if (WholeNumber whole; parse_whole_number(word, whole) == NumberFault::none) {
    if (whole.magnitude == 0) return false;
    return std::bit_width(whole.magnitude) - std::countr_zero(whole.magnitude) > Limits::digits;
  }
  // A word with up to digits10 digits is never rounded if its key is normal (C++ [numeric.limits.members]).
  const bool normal = std::abs(key) >= Limits::min();
  if (normal && word.size() <= Limits::digits10) return false;
  const std::string digits = significant_digits(word);
  if (digits.empty() || (normal && digits.size() <= Limits::digits10)) return false;
  if (key == 0) return true;
  // The longest exact decimal representation of an f64 has 767 digits.
  std::array<char, 800> buffer;
  const auto written = to_chars_scientific(buffer.data(), buffer.data() + buffer.size(), key,
                                           static_cast<int>(std::min<std::size_t>(digits.size(), 768)) - 1);
  const auto has_digits = [&](const char* end) {
    return significant_digits({buffer.data(), static_cast<std::size_t>(end - buffer.data())}) == digits;
  };
  // Compare with the shortest text of the key, too. For powers of two, it may differ from the exact value in the last
  // digit.
  return !has_digits(written.ptr) && !has_digits(to_chars(buffer.data(), buffer.data() + buffer.size(), key).ptr);
}

template bool is_rounded(std::string_view, float);
template bool is_rounded(std::string_view, double);

template <std::floating_point Key>
bool is_plain(std::string_view word, Key key) {
  std::array<char, key_text_capacity> buffer;
  const auto written = to_chars(buffer.data(), buffer.data() + buffer.size(), key);
  return std::string_view(buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())) == word;
}

template bool is_plain(std::string_view, float);
template bool is_plain(std::string_view, double);

std::string rounding_note(const Source& source, const Numbers& numbers) {
  return fmt::format("{}: {} is rounded to {} ({})", place_of(source, numbers.rounded.data()), numbers.rounded,
                     numbers.rounded_to, name(type_of(numbers.keys)));
}

bool is_tiny(std::string_view word) {
  const auto e = std::min(word.find_first_of("eE"), word.size());
  const std::string_view significand = word.substr(0, e);
  const auto first_digit = significand.find_first_of("123456789");
  if (first_digit == std::string_view::npos) return true;
  const auto point = std::min(significand.find('.'), significand.size());
  const auto power = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first_digit);

  std::string_view exponent_text = word.substr(std::min(e + 1, word.size()));
  const bool negative = exponent_text.starts_with('-');
  if (negative || exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto error = std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent).ec;
  // If an exponent is larger than this, the digits of no text can compensate it. For smaller exponents, their sum with
  // the number of digits fits in 64 bits.
  constexpr std::int64_t beyond_any_text = std::int64_t{1} << 62;
  if (error == std::errc::result_out_of_range || exponent > beyond_any_text) return negative;
  return (negative ? power - exponent : power + exponent) < 0;
}

void TypeDetector::see(std::string_view word) {
  WholeNumber number;
  const NumberFault fault = parse_whole_number(word, number);
  if (fault == NumberFault::out_of_range) {
    overflowed_ = true;
    negative_ = negative_ || number.negative;
  } else if (fault == NumberFault::none && number.negative) {
    // Count the integer "-0" as zero, not as a negative number.
    negative_ = negative_ || number.magnitude > 0;
    most_negative_ = std::max(most_negative_, number.magnitude);
  } else if (fault == NumberFault::none) {
    largest_ = std::max(largest_, number.magnitude);
  } else {
    // The word may be a real number. Ignore other words here, because reading them fails later.
    double real = 0;
    real_ = real_ || parse_number(word, real) != NumberFault::not_a_number;
  }
}

void TypeDetector::see(const TypeDetector& other) {
  real_ = real_ || other.real_;
  negative_ = negative_ || other.negative_;
  overflowed_ = overflowed_ || other.overflowed_;
  largest_ = std::max(largest_, other.largest_);
  most_negative_ = std::max(most_negative_, other.most_negative_);
}

KeyType TypeDetector::type() const {
  constexpr std::uint64_t i32_max = std::numeric_limits<std::int32_t>::max();
  if (real_) return KeyType::f64;
  if (!negative_)
    return overflowed_ || largest_ > std::numeric_limits<std::uint32_t>::max() ? KeyType::u64 : KeyType::u32;
  return overflowed_ || largest_ > i32_max || most_negative_ > i32_max + 1 ? KeyType::i64 : KeyType::i32;
}

void fail_at_word(const Source& source, std::string_view word, NumberFault fault, KeyType type, bool detected) {
  if (fault == NumberFault::out_of_range) {
    fail_at(source, word.data(),
            fmt::format("{} is out of range for {} ({}){}", word, name(type), range_text(type),
                        advice(word, type, detected)));
  }
  const std::string expected =
      detected ? "a number" : fmt::format("{} {} number", name(type).front() == 'u' ? "a" : "an", name(type));
  const std::string_view hint = fault == NumberFault::not_whole ? "; choose -t f64" : "";
  fail_at(source, word.data(), fmt::format("found {}, expected {}{}", quoted(word), expected, hint));
}

}  // namespace texelsort::data
