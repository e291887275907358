#pragma once

#include <cstdint>

namespace texelsort::algorithms::ordered {

/// Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (OOPSLA 2014), figure 16: mix64variant13.
constexpr std::uint64_t mix(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
  return word ^ (word >> 31);
}

/// Where sample `i` of `samples` is drawn in a segment of `size` keys: a random place of its own part of the segment,
/// so that places ascend with i.
constexpr std::uint64_t sample_place(std::uint64_t seed, std::uint64_t segment, std::uint64_t i, std::uint64_t samples,
                                     std::uint64_t size) {
  const std::uint64_t part = size / samples, rest = size % samples;  // no product that could overflow
  const std::uint64_t first = i * part + i * rest / samples, next = (i + 1) * part + (i + 1) * rest / samples;
  const std::uint64_t random = mix(seed + 0x9E3779B97F4A7C15 * (segment * samples + i + 1));
  return first + (next > first ? random % (next - first) : 0);
}

}  // namespace texelsort::algorithms::ordered
