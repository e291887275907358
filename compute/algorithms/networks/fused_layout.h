#pragma once

#include <cstdint>
#include <vector>

namespace texelsort::algorithms {

/// Place of an element: word `channel` of texel `position` in layer `layer`.
struct FusedPlace {
  std::uint64_t position = 0;
  std::uint32_t layer = 0;
  std::uint32_t channel = 0;
  bool operator==(const FusedPlace&) const = default;
};

constexpr std::uint64_t bit(std::uint32_t position) {
  return std::uint64_t{1} << position;
}

/// Number of index bits that select the word of a texel.
inline constexpr unsigned channel_bits = 2;

/// Layout of 2^index_bits elements in layers of four-word texels. Bits 0 and 1 of an index select the channel, some
/// "target" bits the layer, and the others, in order, the texel's position. All of this is linear over GF(2): the place
/// of i XOR j is the place of i XOR the place of j. Shaders use that.
///
/// A step with a reversal flips bits that select neither channel nor layer, but a fragment writes only one position.
/// Therefore elements whose target bit j is set are stored at a position that is flipped by `reversals[j]`. Such
/// partners then share a fragment.
struct FusedLayout {
  unsigned index_bits = 0;
  std::vector<std::uint32_t> target_bits;  ///< target bits in ascending order, each at least 2
  std::vector<std::uint64_t> reversals;    ///< one mask per target bit; no mask has target or channel bits

  FusedPlace place(std::uint64_t i) const;
  /// Returns the mask of the index bits that differ within a fragment: channel and target bits.
  std::uint64_t held() const;
  /// Returns the index of the first element in this layer's texel at position 0.
  std::uint64_t element(std::uint32_t layer) const;
  bool operator==(const FusedLayout&) const = default;
};

/// Returns the layout whose memory is in index order, one layer after another.
FusedLayout linear_layout(unsigned index_bits, unsigned log2_targets);

/// Returns the layout with these target bits, in ascending order, and without reversals.
FusedLayout plain_layout(unsigned index_bits, std::vector<std::uint32_t> target_bits);

}  // namespace texelsort::algorithms
