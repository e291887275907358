#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/player.h"
#include "compute/algorithms/core/algorithm.h"

namespace texelsort::app {

/// What a sort that is no network tells keys apart by, or a merge.
enum class Grouping : std::uint8_t { digits, buckets, parts };

/// Nothing for networks, references and selections.
std::optional<Grouping> grouping_of(const algorithms::Algorithm& algorithm);

/// The digit, bucket or part of each key of the present state.
struct KeyGroups {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  Grouping grouping = Grouping::digits;
  std::uint64_t count = 0;  ///< digits, buckets or parts
  std::vector<std::uint32_t> of_key;
};

/// Nothing if the present pass knows none, or if there are too many keys to read them back.
std::optional<KeyGroups> key_groups(const Player& player);

}  // namespace texelsort::app
