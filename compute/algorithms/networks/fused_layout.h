#pragma once

#include <cstdint>
#include <vector>

namespace texelsort::algorithms {

/// Where an element is: texel number `position` of layer `layer`, in word `channel`.
struct FusedPlace {
  std::uint64_t position = 0;
  std::uint32_t layer = 0;
  std::uint32_t channel = 0;
  bool operator==(const FusedPlace&) const = default;
};

constexpr std::uint64_t bit(std::uint32_t position) {
  return std::uint64_t{1} << position;
}

/// Bits of an index that are the word of a texel.
inline constexpr unsigned channel_bits = 2;

/// A layout of 2^index_bits elements in layers of four-word texels. Bits 0 and 1 of an index are the channel, some
/// "target" bits are the layer, and the others, in order, are the texel's position. All of this is linear over GF(2),
/// so the place of i XOR j is the place of i XOR the place of j; shaders use that.
///
/// A step against a reversal flips bits that are neither channel nor layer, but a fragment writes one position only.
/// So elements whose target bit j is set are kept at the position flipped by `reversals[j]`: there such partners meet.
struct FusedLayout {
  unsigned index_bits = 0;
  std::vector<std::uint32_t> target_bits;  ///< ascending, 2 or more each
  std::vector<std::uint64_t> reversals;    ///< a mask a target bit, of bits that are neither target nor channel

  FusedPlace place(std::uint64_t i) const;
  /// The bits of an index that differ within a fragment: the channel's and the targets'.
  std::uint64_t held() const;
  /// The element that is first in this layer's texel at position 0.
  std::uint64_t element(std::uint32_t layer) const;
  bool operator==(const FusedLayout&) const = default;
};

/// The layout in which memory, layer after layer, is in the order of indices.
FusedLayout linear_layout(unsigned index_bits, unsigned log2_targets);

/// The layout with these target bits, ascending, and without reversals.
FusedLayout plain_layout(unsigned index_bits, std::vector<std::uint32_t> target_bits);

}  // namespace texelsort::algorithms
