#pragma once

#include <algorithm>
#include <cstdint>

#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/cuda/array_memory.h"

namespace texelsort::algorithms::randomized {

/// Settings of GPU Sample Sort, with the names of the thesis.
struct Settings {
  enum class Sorter : std::uint8_t { workgroup, invocation };
  enum class Second : std::uint8_t { block, tiles };
  enum class Lists : std::uint8_t { host, device };

  std::uint32_t k = 128, a = 30;  ///< number of buckets and oversampling factor of the first level
  std::uint64_t m = 262144;       ///< number M of keys: the first level distributes buckets with more keys
  std::uint32_t k2 = 32, a2 = 6;
  /// Number of keys: the second level distributes buckets with more keys, unless invocations sort the final buckets.
  std::uint64_t quick = 12000;
  std::uint32_t small = 2048;  ///< maximum number of keys that a sorting network sorts
  /// number of counters per bucket and workgroup in step 2 (counters) and in step 4 (columns)
  std::uint32_t counters = 8, columns = 4;
  std::uint32_t workgroup = 256, tile = 16384;
  Second second = Second::tiles;  ///< method of the second level: one block per bucket, or tiles
  /// number of keys per tile at the second level; 0 if tiles are as long as at the first level
  std::uint32_t tile2 = 0;
  std::uint32_t top = 0;  ///< number of levels of the search tree of splitters that are in registers
  std::uint32_t seed = 1;
  Sorter sorter = Sorter::workgroup;  ///< sorter of the final buckets: a workgroup or an invocation

  Lists lists = Lists::host;  ///< maker of the lists of a level: the host or the device

  bool in_registers() const { return sorter == Sorter::invocation; }
  bool by_block() const { return second == Second::block; }
  /// Returns whether the device makes the lists of a level. It cannot make lists for networks of several sizes.
  bool listed() const { return lists == Lists::device && !in_registers(); }
  /// Returns the number of keys per tile. Buckets of the second level have at most M keys.
  std::uint32_t tile_of(bool second_level) const {
    if (second_level && by_block()) return static_cast<std::uint32_t>(m);
    return second_level && tile2 > 0 ? tile2 : tile;
  }
  std::uint32_t smallest_tile() const { return std::min(tile, tile_of(true)); }

  /// Returns the maximum number of keys of a bucket that is sorted without further distribution.
  std::uint64_t limit() const { return in_registers() ? small : std::max<std::uint64_t>(small, quick); }
  ArrayMemory memory = ArrayMemory::opengl;  ///< memory of the arrays, for compute shaders
  bool operator==(const Settings&) const = default;
};

/// Settings of the revised form of GPU Sample Sort by CUDA kernels.
struct RevisedSettings : Settings {
  RevisedSettings() {
    second = Second::block;
    tile2 = 16384;
  }
  const Settings& complete(std::uint64_t) const { return *this; }
};

/// Settings of the original form of GPU Sample Sort, which has no second level.
struct OriginalSettings : Settings {
  OriginalSettings() {
    m = 131072;
    columns = 2;
  }
  std::uint64_t least_m = std::uint64_t{1} << 31;  ///< lower limit of M, which otherwise is n / (2 sqrt k)

  /// Returns complete settings for a sort of n keys. The second level has the values of the first. Workgroups sort
  /// buckets of up to M keys.
  Settings complete(std::uint64_t n) const;
};

const SettingsTable<Settings>& compute_settings();
const SettingsTable<RevisedSettings>& revised_settings();
const SettingsTable<OriginalSettings>& original_settings();

}  // namespace texelsort::algorithms::randomized
