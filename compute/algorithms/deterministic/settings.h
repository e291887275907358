#pragma once

#include <algorithm>
#include <cstdint>

#include "compute/algorithms/core/settings.h"

namespace texelsort::algorithms::deterministic {

struct Settings {
  enum class Sort : std::uint8_t { bitonic, merge };
  enum class Search : std::uint8_t { doubling, parallel };

  std::uint64_t sublist = 2048, samples = 64;
  /// number of keys that a workgroup sorts, and number of keys that an invocation sorts
  std::uint64_t tile = 2048, keys = 4;
  std::uint32_t workgroup = 512;
  Sort sort = Sort::bitonic;
  std::uint64_t ways = 4;
  Search search = Search::doubling;
  std::uint64_t searches = 1, lanes = 32;

  bool merges() const { return sort == Sort::merge; }
  bool doubles() const { return search == Search::doubling; }
  /// Returns the number of keys that a workgroup or invocation sorts before merging begins.
  std::uint64_t block() const { return std::max(tile, keys); }
  bool operator==(const Settings&) const = default;
};

const SettingsTable<Settings>& compute_settings();
/// Returns the settings of the CUDA kernels, without the shaders' settings for merges and for moves by invocations.
const SettingsTable<Settings>& cuda_settings();

}  // namespace texelsort::algorithms::deterministic
