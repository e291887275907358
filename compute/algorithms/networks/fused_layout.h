#pragma once

#include <cstdint>
#include <vector>

namespace texelsort::algorithms {

/// Location of an element: word `channel` of texel `position` in layer `layer`.
struct FusedPlace {
  std::uint64_t position = 0;
  std::uint32_t layer = 0;
  std::uint32_t channel = 0;
  bool operator==(const FusedPlace&) const = default;
};

constexpr std::uint64_t bit(std::uint32_t position) {
  return std::uint64_t{1} << position;
}

/// Number of index bits that select one of the four words of a texel.
inline constexpr unsigned channel_bits = 2;

/// Layout of 2^index_bits elements in layers of four-word texels. Bits 0 and 1 of an index select the channel. Some
/// "target" bits select the layer. The other bits, in order, select the texel's position. The layout is linear over
/// GF(2), which shaders use: the place of i XOR j is the place of i XOR the place of j.
///
/// A step with a reversal flips bits that select neither channel nor layer, but a fragment writes only one position.
/// Therefore elements whose target bit j is set are stored at a position that is flipped by `reversals[j]`. The
/// partners of such a step then share a fragment.
struct FusedLayout {
  unsigned index_bits = 0;
  std::vector<std::uint32_t> target_bits;  ///< the index bits that select the layer, ascending, each at least 2
  /// one mask per target bit: the other index bits that flip in the position if the target bit is set
  std::vector<std::uint64_t> reversals;

  FusedPlace place(std::uint64_t i) const;
  /// Returns the mask of the index bits that select an element within a fragment: channel bits and target bits.
  std::uint64_t held() const;
  /// Returns the index of the first element in the texel at position 0 of this layer.
  std::uint64_t element(std::uint32_t layer) const;
  bool operator==(const FusedLayout&) const = default;
};

/// Returns the layout that stores elements in index order, one layer after another.
FusedLayout linear_layout(unsigned index_bits, unsigned log2_targets);

/// Returns the layout with these target bits, which must ascend, and without reversals.
FusedLayout plain_layout(unsigned index_bits, std::vector<std::uint32_t> target_bits);

}  // namespace texelsort::algorithms
