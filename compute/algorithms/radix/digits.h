#pragma once

#include <cstdint>
#include <string>

#include "compute/algorithms/core/parameter.h"
#include "compute/algorithms/core/trace.h"
#include "compute/data/keys.h"

/// How radix sorts of all backends cut a key into digits, the least significant first.
namespace texelsort::algorithms {

/// A table of 16 digits can be read, one of 256 is mostly zeros: up to so many keys are for looking at.
inline constexpr std::uint64_t most_shown_keys = 1024;

/// Digits of so many bits in a key; the last may have fewer.
std::uint64_t digits_of(data::KeyType type, std::uint32_t bits);

/// One of them, counted in columns of `column_keys` keys each.
DigitPass digit_of(data::KeyType type, std::uint32_t bits, std::uint64_t index, std::uint64_t columns,
                   std::uint64_t column_keys);

/// "digit", with the source's value.
ParameterSpec digit_parameter(std::string paper_value);
/// Its tuned value for n keys.
std::string tuned_digit(std::uint64_t n);

}  // namespace texelsort::algorithms
