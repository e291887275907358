#pragma once

#include <cstdint>

namespace texelsort::data {

/// Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (OOPSLA 2014), figure 16: mix64variant13.
constexpr std::uint64_t mix(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
  return word ^ (word >> 31);
}

}  // namespace texelsort::data
