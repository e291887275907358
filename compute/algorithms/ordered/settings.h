#pragma once

#include <cstdint>

#include "compute/algorithms/core/settings.h"

namespace texelsort::algorithms::ordered {

struct Settings {
  /// Distributed into buckets, or sorted in tiles that are merged, see SmallInputRun.
  enum class Form : std::uint8_t { distributed, merged };

  Form form = Form::distributed;
  std::uint64_t bucket = 4200, bucket_slack = 4;
  unsigned ways = 8;  ///< in bits
  std::uint64_t oversampling = 60;
  std::uint64_t seed = 1;
  bool operator==(const Settings&) const = default;
};

const SettingsTable<Settings>& settings();

}  // namespace texelsort::algorithms::ordered
