#pragma once

#include <optional>
#include <string_view>

#include "compute/data/keys.h"
#include "compute/data/number_text.h"
#include "compute/data/source.h"

/// Words of a source to keys. Internal to the data layer.
namespace texelsort::data {

/// Looks at words and tells the first of u32, i32, u64, i64, f64 that holds all of them. Integers that none holds stay
/// integers, so that reading them fails instead of rounding them.
class TypeDetector {
 public:
  void see(std::string_view word);
  KeyType type() const;

  /// Whether an integer was beyond 64 bits.
  bool overflowed() const { return overflowed_; }

 private:
  bool real_ = false;
  bool negative_ = false;
  bool overflowed_ = false;
  std::uint64_t largest_ = 0;        // of the numbers from 0 up
  std::uint64_t most_negative_ = 0;  // magnitude of the lowest negative number
};

/// Throws the error for a word that is no key of this type. `detected`: the type was not asked for.
[[noreturn]] void fail_at_word(const Source& source, std::string_view word, NumberFault fault, KeyType type,
                               bool detected);

/// `scan(visit)` calls visit(word) for every word in order, each a part of the source; it runs twice when the type has
/// to be found first.
template <typename Scan>
Keys read_numbers(const Source& source, std::optional<KeyType> asked, const Scan& scan) {
  KeyType type = KeyType::u32;
  if (asked) {
    type = *asked;
  } else {
    TypeDetector detector;
    scan([&](std::string_view word) { detector.see(word); });
    type = detector.type();
  }
  Keys keys = make_keys(type, 0);
  std::visit(
      [&](auto& column) {
        using Key = typename std::remove_cvref_t<decltype(column)>::value_type;
        scan([&](std::string_view word) {
          Key key{};
          const NumberFault fault = parse_number(word, key);
          if (fault != NumberFault::none) fail_at_word(source, word, fault, type, !asked);
          column.push_back(key);
        });
      },
      keys);
  return keys;
}

}  // namespace texelsort::data
