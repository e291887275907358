#pragma once

#include <cstdint>

namespace texelsort::data {

/// Mixes the bits of a word. This is mix64variant13 of Steele, Lea and Flood, Fast Splittable Pseudorandom Number
/// Generators (OOPSLA 2014), figure 16.
constexpr std::uint64_t mix(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
  return word ^ (word >> 31);
}

/// Increment between the states of SplitMix64, which Steele, Lea and Flood call golden gamma.
inline constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15;

/// Returns the number that SplitMix64 generates after `state`. Spreads consecutive numbers over 64 bits.
constexpr std::uint64_t split_mix(std::uint64_t state) {
  return mix(state + golden_gamma);
}

/// Linear congruential generator of Numerical Recipes (Press et al., 2nd edition, section 7.1, "quick and dirty"): x =
/// factor x + summand modulo 2^32.
inline constexpr std::uint32_t lcg_factor = 1664525, lcg_summand = 1013904223;
/// 2^32 divided by the golden ratio. Multiples of it are seeds whose positions in the cycle of the linear congruential
/// generator are far apart.
inline constexpr std::uint32_t seed_factor = 2654435769;

}  // namespace texelsort::data
