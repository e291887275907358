#pragma once

#include "compute/algorithms/core/settings.h"

namespace texelsort::algorithms {

/// The settings of an algorithm that has nothing to set.
struct NoSettings {
  bool operator==(const NoSettings&) const = default;
};
inline const SettingsTable<NoSettings> no_settings{{}};

}  // namespace texelsort::algorithms
