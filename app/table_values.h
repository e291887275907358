#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/player.h"

namespace texelsort::app {

/// The numbers of a run's table of this name; none where it has no such table now.
inline std::vector<std::uint64_t> values_of(const Player& player, std::string_view name) {
  const auto* table = player.table(name);
  return table != nullptr ? table->values : std::vector<std::uint64_t>();
}

}  // namespace texelsort::app
