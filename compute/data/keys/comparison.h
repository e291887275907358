#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "compute/data/keys/code_masks.h"
#include "compute/data/keys/keys.h"

/// Orders that are defined only by a comparison of two keys. Sorts that use keys only in comparisons support them,
/// because they accept any strict weak order. A new order needs a functor here, an enumerator, and a row of the table
/// in comparison.cpp.
namespace texelsort::data {

enum class Comparison : std::uint8_t {
  natural,    ///< natural order of the key type, see order.h
  magnitude,  ///< order by absolute value, so that -3 and 3 are equivalent; ignores the sign bit of floats
  ones,       ///< order by the number of one bits in the key's memory, so that many keys are equivalent
};

inline constexpr std::array all_comparisons{Comparison::natural, Comparison::magnitude, Comparison::ones};

std::string_view name(Comparison comparison);
std::string_view summary(Comparison comparison);  ///< Returns a one-line description of a comparison for users.
std::optional<Comparison> parse_comparison(std::string_view text);

/// Returns the bits of the absolute value of a key, given the bits of the key.
template <typename Word>
constexpr Word magnitude(Word bits, KeyType type) {
  constexpr Word sign = Word{1} << (8 * sizeof(Word) - 1);
  if (type == KeyType::f32 || type == KeyType::f64) return bits & static_cast<Word>(~sign);
  const bool negative = type != KeyType::u32 && type != KeyType::u64 && (bits & sign) != 0;
  return negative ? static_cast<Word>(Word{0} - bits) : bits;
}

/// Returns the number of one bits of a word. Kernels do not have std::popcount.
template <typename Word>
constexpr unsigned count_ones(Word bits) {
  unsigned ones = 0;
  for (; bits != 0; bits &= bits - 1) ++ones;
  return ones;
}

struct SmallerMagnitude {
  KeyType type;
  template <typename Word>
  constexpr bool operator()(Word one, Word other) const {
    return magnitude(one, type) < magnitude(other, type);
  }
};

struct FewerOnes {
  template <typename Word>
  constexpr bool operator()(Word one, Word other) const {
    return count_ones(one) < count_ones(other);
  }
};

/// Compares encoded keys in the natural order, for all key types and directions.
struct CodeLess {
  template <typename Word>
  constexpr bool operator()(Word one, Word other) const {
    return one < other;
  }
};

/// Compares encoded keys by a special order of the keys that they represent. `Word` must have the width of the key
/// type.
template <typename Word>
struct ComparedLess {
  Comparison comparison;
  KeyType type;
  Order order;
  CodeMasks<Word> masks;

  constexpr ComparedLess(Comparison by, KeyType key_type, Order direction)
      : comparison(by), type(key_type), order(direction), masks(code_masks<Word>(key_type, direction)) {}

  constexpr bool operator()(Word one, Word other) const {
    if (comparison == Comparison::natural) return one < other;
    const Word first = masks.decode(order == Order::descending ? other : one);
    const Word second = masks.decode(order == Order::descending ? one : other);
    return comparison == Comparison::ones ? FewerOnes{}(first, second) : SmallerMagnitude{type}(first, second);
  }
};

/// Returns a number that represents the position of a key in the order of a comparison. Keys compare like their
/// numbers. In the natural order, the number is the encoded key. Checks and claims compare these numbers.
std::uint64_t rank_of_code(std::uint64_t code, Comparison comparison, KeyType type, Order order);

/// Returns the numbers that rank_of_code() assigns to all keys.
std::vector<std::uint64_t> ranks(const Keys& keys, Order order, Comparison comparison);

}  // namespace texelsort::data
