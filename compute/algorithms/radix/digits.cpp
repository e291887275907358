#include "compute/algorithms/radix/digits.h"

#include <algorithm>
#include <utility>

namespace texelsort::algorithms {

std::uint64_t digits_of(data::KeyType type, std::uint32_t bits) {
  return (8 * data::key_bytes(type) + bits - 1) / bits;
}

DigitPass digit_of(data::KeyType type, std::uint32_t bits, std::uint64_t index, std::uint64_t columns,
                   std::uint64_t column_keys) {
  const auto shift = static_cast<std::uint32_t>(index * bits);
  const auto key_bits = static_cast<std::uint32_t>(8 * data::key_bytes(type));
  return {shift, std::min(bits, key_bits - shift), columns, column_keys};
}

ParameterSpec digit_parameter(std::string paper_value) {
  return {
      "digit",
      "bits",
      IntegerRange{1, 8},
      "8",
      std::move(paper_value),
      "Bits of a digit: a key of 32 bits has 8 digits of 4 bits or 4 of 8; the last may be narrower. Tuned: 4 up to "
      "1,024 keys, so that the table can be looked at, else 8."};
}

std::string tuned_digit(std::uint64_t n) {
  return n <= most_shown_keys ? "4" : "8";
}

}  // namespace texelsort::algorithms
