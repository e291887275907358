#pragma once

#include <cstdint>

#include "compute/algorithms/core/settings.h"

namespace texelsort::algorithms::ordered {

struct Settings {
  std::uint64_t bucket = 4200, stretch = 4;
  unsigned ways = 8;  ///< bits
  std::uint64_t oversampling = 60;
  std::uint64_t seed = 1;
  bool operator==(const Settings&) const = default;
};

const SettingsTable<Settings>& settings();

}  // namespace texelsort::algorithms::ordered
