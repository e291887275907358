#pragma once

#include <cstdint>

#include "compute/algorithms/core/settings.h"

namespace texelsort::algorithms::ordered {

struct Settings {
  /// Method of the sort. distributed: distribute the keys to buckets, and sort these. merged: sort tiles and merge
  /// them, as in SmallInputRun.
  enum class Form : std::uint8_t { distributed, merged };

  Form form = Form::distributed;
  std::uint64_t bucket = 4200, bucket_slack = 4;
  unsigned ways = 8;  ///< base-2 logarithm of the number of buckets per distribution
  std::uint64_t oversampling = 60;
  std::uint64_t seed = 1;
  bool operator==(const Settings&) const = default;
};

const SettingsTable<Settings>& settings();

}  // namespace texelsort::algorithms::ordered
