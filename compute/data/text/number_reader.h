#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "compute/data/format/dialect.h"
#include "compute/data/keys/key_text.h"
#include "compute/data/keys/keys.h"
#include "compute/data/text/number_text.h"
#include "compute/data/text/source.h"

/// Conversion of the words of a source to keys. Internal to the data layer.
namespace texelsort::data {

/// Detects the first type of u32, i32, u64, i64 and f64 that can represent all words. Integers beyond 64 bits count as
/// integers, too: the user should get an error instead of rounded keys.
class TypeDetector {
 public:
  void see(std::string_view word);
  void see(std::uint64_t whole) { largest_ = std::max(largest_, whole); }
  /// Adds the words of another detector, which has processed another part of the text.
  void see(const TypeDetector& other);
  KeyType type() const;

  /// Returns whether the text has an integer of more than 64 bits.
  bool overflowed() const { return overflowed_; }

 private:
  bool real_ = false;
  bool negative_ = false;
  bool overflowed_ = false;
  std::uint64_t largest_ = 0;        // largest integer that is not negative
  std::uint64_t most_negative_ = 0;  // absolute value of the smallest negative integer
};

/// Throws UsageError for a word that is not a key of this type. `detected` is true if texelsort chose the type.
[[noreturn]] void fail_at_word(const Source& source, std::string_view word, NumberFault fault, KeyType type,
                               bool detected);

/// Keys that were read from a text, and what the keys do not show: whether spellings are standard, and whether words
/// were rounded.
struct Numbers {
  Keys keys;
  bool plain = true;           ///< true if the output would write every key exactly as the input does
  std::string_view rounded{};  ///< first word that was rounded; empty if no word was
  std::string rounded_to{};    ///< key to which the first rounded word was rounded, as text
};

/// Returns whether reading a word rounds it, because it has more digits than its key represents. This is the case if
/// the key, written with as many digits, differs from the word.
template <std::floating_point Key>
bool is_rounded(std::string_view word, Key key);
template <std::integral Key>
constexpr bool is_rounded(std::string_view, Key) {
  return false;
}

/// Returns whether write_output() would write the key exactly as this word.
template <std::floating_point Key>
bool is_plain(std::string_view word, Key key);
template <std::integral Key>
bool is_plain(std::string_view word, Key) {
  if (word.starts_with('-') && word != "-0") word.remove_prefix(1);
  return word == "0" || (word.front() >= '1' && word.front() <= '9');
}

/// Returns a note about the first rounded number, such as "FILE:LINE:COLUMN: 0.1234567890123456789 is rounded to
/// 0.12345679 (f32)".
std::string rounding_note(const Source& source, const Numbers& numbers);

/// Converts words to keys one after another. Records whether words have standard spellings and whether a word was
/// rounded.
template <typename Key>
class WordReader {
 public:
  NumberFault read(std::string_view word, Key& key) { return read(word, word, key); }

  /// Converts a word to a key. `plain` is the same number in standard notation.
  NumberFault read(std::string_view word, std::string_view plain, Key& key) {
    const NumberFault fault = parse_number(plain, key);
    if (fault != NumberFault::none) return fault;
    if (plain_) plain_ = plain.data() == word.data() && is_plain(word, key);
    if (rounded_.empty() && is_rounded(plain, key)) {
      rounded_ = word;
      rounded_to_ = key;
    }
    return fault;
  }

  /// Adds the results of this reader to the results for earlier words in `numbers`.
  void report(Numbers& numbers) const {
    numbers.plain = numbers.plain && plain_;
    if (rounded_.empty() || !numbers.rounded.empty()) return;
    numbers.rounded = rounded_;
    append_text(numbers.rounded_to, rounded_to_);
  }

 private:
  bool plain_ = true;
  std::string_view rounded_{};
  Key rounded_to_{};
};

/// Returns the key type that represents all words. `scan(visit)` must call visit(word) for every word in order.
template <typename Scan>
KeyType detect_type(const Scan& scan, const NumberForm& form = {}) {
  TypeDetector detector;
  std::string scratch;
  scan([&](std::string_view word) { detector.see(form.plain(word, scratch).value_or(std::string_view())); });
  return detector.type();
}

/// Converts the words of a scan to keys. Each word must be part of the source. If no key type is given, scans twice,
/// first to detect the type.
template <typename Scan>
Numbers read_numbers(const Source& source, std::optional<KeyType> asked, const Scan& scan,
                     const NumberForm& form = {}) {
  const KeyType type = asked ? *asked : detect_type(scan, form);
  Numbers numbers{make_keys(type, 0)};
  std::visit(
      [&]<typename Key>(std::vector<Key>& column) {
        WordReader<Key> reader;
        std::string scratch;
        scan([&](std::string_view word) {
          const auto plain = form.plain(word, scratch);
          Key& key = column.emplace_back();
          const NumberFault fault = plain ? reader.read(word, *plain, key) : NumberFault::not_a_number;
          if (fault != NumberFault::none) fail_at_word(source, word, fault, type, !asked);
        });
        reader.report(numbers);
      },
      numbers.keys);
  return numbers;
}

}  // namespace texelsort::data
