#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "compute/data/text/source.h"

/// Splitting of text into words. Internal to the data layer.
namespace texelsort::data {

/// Word of a text. If `whole` is true, the word is a decimal integer without leading zeros, and `value` is its value.
/// Otherwise `value` has no meaning.
struct Word {
  std::string_view text;
  bool whole = false;
  std::uint64_t value = 0;
};

/// Splits text into words that are separated by white space or one comma. Ignores comments from '#' to the line end.
class WordScanner {
 public:
  /// Starts to split a text. `after_word` is true if a word precedes the text, so that the text may begin with a comma.
  WordScanner(std::string_view text, bool after_word)
      : at_(text.data()), end_(text.data() + text.size()), comma_allowed_(after_word) {}

  /// Finds the next word. Returns false at the end of the text, and at a comma that is invalid because it does not
  /// follow a word.
  bool next(Word& word) {
    for (; at_ != end_; ++at_) {
      if (is_space(*at_)) continue;
      if (*at_ == ',' && comma_allowed_) {
        comma_allowed_ = false;
      } else if (*at_ == ',') {
        stray_comma_ = at_;
        return false;
      } else if (*at_ == '#') {
        skip_line();
        if (at_ == end_) return false;
      } else {
        take(word);
        comma_allowed_ = true;
        return true;
      }
    }
    return false;
  }

  /// Returns the first comma that does not follow a word, or null if every comma follows a word.
  const char* stray_comma() const { return stray_comma_; }
  /// Returns whether a comma may come next.
  bool after_word() const { return comma_allowed_; }

 private:
  /// Decimal digits at the start of eight bytes: their value as a number, and how many there are.
  struct Digits {
    std::uint32_t value = 0;
    unsigned count = 0;
  };

  static bool ends_word(char c) { return is_space(c) || c == ',' || c == '#'; }

  void skip_line() {
    const void* const line_end = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    at_ = line_end == nullptr ? end_ : static_cast<const char*>(line_end);
  }

  /// Reads the decimal digits at the start of eight bytes, all at once. After the bits of '0' are flipped, digits are
  /// at most 9. Adding 0x76 to any larger byte sets its highest bit. Then neighbouring digits, pairs of digits, and the
  /// two halves are combined.
  static Digits eight_digits(const char* at) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    bytes ^= 0x3030'3030'3030'3030;
    const std::uint64_t others = ((bytes + 0x7676'7676'7676'7676) | bytes) & 0x8080'8080'8080'8080;
    const auto count = static_cast<unsigned>(std::countr_zero(others)) / 8;
    if (count == 0) return {};
    bytes <<= 8 * (8 - count);  // move the digits to the end and fill with leading zeros
    bytes = (bytes & 0x0F0F'0F0F'0F0F'0F0F) * (10 * 0x100 + 1) >> 8;
    bytes = (bytes & 0x00FF'00FF'00FF'00FF) * (100 * 0x1'0000 + 1) >> 16;
    bytes = (bytes & 0x0000'FFFF'0000'FFFF) * (10'000 * 0x1'0000'0000 + 1) >> 32;
    return {static_cast<std::uint32_t>(bytes), count};
  }

  /// Reads the word that starts at `at_`, and moves `at_` to its end.
  void take(Word& word) {
    static constexpr std::array<std::uint64_t, 9> powers{1,       10,        100,        1'000,      10'000,
                                                         100'000, 1'000'000, 10'000'000, 100'000'000};
    constexpr std::ptrdiff_t most_digits = 19;  // maximum number of digits of a number that certainly fits in 64 bits
    const char* const start = at_;
    word.value = 0;
    while (end_ - at_ >= 8 && at_ - start <= 8) {
      const Digits digits = eight_digits(at_);
      word.value = word.value * powers[digits.count] + digits.value;
      at_ += digits.count;
      if (digits.count < 8) break;
    }
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9' && at_ - start < most_digits; ++at_) {
      word.value = 10 * word.value + static_cast<std::uint64_t>(*at_ - '0');
    }
    word.whole = at_ != start && (*start != '0' || at_ - start == 1) && (at_ == end_ || ends_word(*at_));
    while (at_ != end_ && !ends_word(*at_)) ++at_;
    word.text = {start, static_cast<std::size_t>(at_ - start)};
  }

  const char* at_;
  const char* end_;
  bool comma_allowed_;
  const char* stray_comma_ = nullptr;
};

}  // namespace texelsort::data
