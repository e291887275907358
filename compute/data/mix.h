#pragma once

#include <cstdint>

namespace texelsort::data {

/// Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (OOPSLA 2014), figure 16: mix64variant13.
constexpr std::uint64_t mix(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
  return word ^ (word >> 31);
}

/// The same paper's golden gamma: the states of SplitMix64 are its multiples apart.
inline constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15;

/// SplitMix64's number after `state`: scatters consecutive numbers over all of 64 bits.
constexpr std::uint64_t split_mix(std::uint64_t state) {
  return mix(state + golden_gamma);
}

}  // namespace texelsort::data
