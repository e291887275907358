#pragma once

#include "compute/algorithms/core/settings.h"

namespace texelsort::algorithms {

/// Settings of an algorithm without parameters.
struct NoSettings {
  bool operator==(const NoSettings&) const = default;
};
inline const SettingsTable<NoSettings> no_settings{{}};

}  // namespace texelsort::algorithms
