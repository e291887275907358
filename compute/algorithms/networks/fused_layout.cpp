#include "compute/algorithms/networks/fused_layout.h"

#include <utility>

namespace texelsort::algorithms {

FusedPlace FusedLayout::place(std::uint64_t i) const {
  FusedPlace place;
  place.channel = static_cast<std::uint32_t>(i & (bit(channel_bits) - 1));
  std::uint64_t rest = i;
  for (std::size_t j = 0; j < target_bits.size(); ++j) {
    if ((i & bit(target_bits[j])) == 0) continue;
    rest ^= reversals[j];
    place.layer |= 1u << j;
  }
  for (std::size_t j = target_bits.size(); j-- > 0;) {
    const std::uint64_t low = bit(target_bits[j]) - 1;
    rest = (rest & low) | (rest >> 1 & ~low);
  }
  place.position = rest >> channel_bits;
  return place;
}

std::uint64_t FusedLayout::held() const {
  std::uint64_t held = bit(channel_bits) - 1;
  for (const std::uint32_t target : target_bits) held |= bit(target);
  return held;
}

std::uint64_t FusedLayout::element(std::uint32_t layer) const {
  std::uint64_t index = 0;
  for (std::size_t j = 0; j < target_bits.size(); ++j) {
    if (layer >> j & 1) index ^= bit(target_bits[j]) ^ reversals[j];
  }
  return index;
}

FusedLayout plain_layout(unsigned index_bits, std::vector<std::uint32_t> target_bits) {
  std::vector<std::uint64_t> reversals(target_bits.size(), 0);
  return {index_bits, std::move(target_bits), std::move(reversals)};
}

FusedLayout linear_layout(unsigned index_bits, unsigned log2_targets) {
  std::vector<std::uint32_t> target_bits;
  for (unsigned j = index_bits - log2_targets; j < index_bits; ++j) target_bits.push_back(j);
  return plain_layout(index_bits, std::move(target_bits));
}

}  // namespace texelsort::algorithms
