#pragma once

#include <cstdint>

#include "app/player.h"

namespace texelsort::app {

/// The finite keys' range, by which views scale.
struct ValueRange {
  double low = 0;              ///< the lowest key, approximate if it has 64 bits
  double span = 0;             ///< highest less lowest, of integers subtracted before they are rounded
  std::uint64_t low_bits = 0;  ///< the lowest key's memory, zero-extended

  /// Key i's place between the lowest, 0, and the highest, 1; -1 for a NaN. All equal: 0.5.
  double unit(const data::Keys& keys, std::uint64_t i) const;
};

ValueRange find_range(const data::Keys& keys);

/// The range of the problem's keys.
const ValueRange& value_range(const Player& player);

}  // namespace texelsort::app
