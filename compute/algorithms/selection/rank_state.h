#pragma once

#include <cstdint>

namespace texelsort::algorithms {

/// Positions in words of the parts of a radix selection's state on the device. Shaders and CUDA kernels have the same
/// layout; see shaders/selection/rank_state.glsl.
struct RankState {
  static constexpr std::uint32_t header = 4, rank_words = 4, prefix_words = 2;
  /// Positions in the header. A flag is 0 or 1.
  static constexpr std::uint32_t prefix_count = 0, from_candidates = 1, first_guessed = 2, last_guessed = 3;
  /// Positions in the words of a rank. The prefix has two words, low word first.
  static constexpr std::uint32_t prefix = 0, rank = 2, prefix_index = 3;

  std::uint32_t ranks;

  static constexpr std::uint32_t rank_at(std::uint32_t r) { return header + r * rank_words; }
  constexpr std::uint32_t prefix_at(std::uint32_t p) const { return rank_at(ranks) + p * prefix_words; }
  constexpr std::uint32_t words() const { return prefix_at(ranks); }
};

}  // namespace texelsort::algorithms
