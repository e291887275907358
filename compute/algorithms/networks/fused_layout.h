#pragma once

#include <cstdint>
#include <vector>

namespace texelsort::algorithms {

/// Place of an element: texel `position` of layer `layer`, word `channel`.
struct FusedPlace {
  std::uint64_t position = 0;
  std::uint32_t layer = 0;
  std::uint32_t channel = 0;
  bool operator==(const FusedPlace&) const = default;
};

constexpr std::uint64_t bit(std::uint32_t position) {
  return std::uint64_t{1} << position;
}

/// Index bits that select the word of a texel.
inline constexpr unsigned channel_bits = 2;

/// Layout of 2^index_bits elements in layers of four-word texels. Bits 0 and 1 of an index select the channel, some
/// "target" bits the layer, and the others, in order, the texel's position. All of this is linear over GF(2): the place
/// of i XOR j is the place of i XOR the place of j. Shaders use that.
///
/// A step with a reversal flips bits that are neither channel nor layer, but a fragment writes only one position.
/// Elements whose target bit j is set are therefore stored at the position flipped by `reversals[j]`, where such
/// partners share a fragment.
struct FusedLayout {
  unsigned index_bits = 0;
  std::vector<std::uint32_t> target_bits;  ///< ascending, each at least 2
  std::vector<std::uint64_t> reversals;    ///< one mask per target bit, of bits that are neither target nor channel

  FusedPlace place(std::uint64_t i) const;
  /// Returns the index bits that differ within a fragment: those of channel and targets.
  std::uint64_t held() const;
  /// Returns the first element of this layer's texel at position 0.
  std::uint64_t element(std::uint32_t layer) const;
  bool operator==(const FusedLayout&) const = default;
};

/// Returns the layout in which memory, layer after layer, is in index order.
FusedLayout linear_layout(unsigned index_bits, unsigned log2_targets);

/// Returns the layout with these target bits, ascending, and without reversals.
FusedLayout plain_layout(unsigned index_bits, std::vector<std::uint32_t> target_bits);

}  // namespace texelsort::algorithms
