#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

/// What a pass does; the level of Kind::sort is that after the last distribution.
struct Step {
  enum class Kind : std::uint8_t { splitters, counts, scan, scatter, sort };
  Kind kind = Kind::sort;
  std::size_t level = 0;

  /// Every key stands in its bucket.
  bool places() const { return kind >= Kind::scatter; }
};

/// How often n keys are distributed, among how many buckets, before these are sorted.
struct Plan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  bool grouped = false;  ///< see ProblemForm
  std::vector<Level> levels;

  /// Distributions, four passes each, then one pass that sorts the buckets; none for one key.
  std::vector<Step> steps() const;
  PassHeader header(const Step& step) const;

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

/// Words that move with a key; a payload counts as one.
bool has_fields(const ProblemForm& form);

Plan make_plan(const ProblemForm& form, const Settings& settings);

}  // namespace texelsort::algorithms::ordered
