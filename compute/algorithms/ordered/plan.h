#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

/// How often n keys are distributed, among how many buckets, before these are sorted.
struct Plan {
  std::uint64_t n = 0;
  KeyOrder order;
  bool fields = false;  ///< a payload counts as one
  std::vector<Level> levels;

  /// Buckets after all levels; one if there are none.
  std::uint64_t buckets() const;
  /// Elements of the largest table of counts.
  std::uint64_t table_elements() const;
  /// Splitters of all segments of the largest level.
  std::uint64_t splitters() const;
  std::uint64_t most_tiles() const;
  /// Bytes that a scan or a sort of samples needs for itself.
  std::uint64_t temporary_bytes() const;
  /// Bytes of all tables on the device.
  std::uint64_t table_bytes() const;
};

Plan make_plan(std::uint64_t n, const KeyOrder& order, bool fields, const Settings& settings);

}  // namespace texelsort::algorithms::ordered
