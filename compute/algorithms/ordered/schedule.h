#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

/// What a pass does; the level of Kind::sort is that after the last distribution.
struct OrderedStep {
  enum class Kind : std::uint8_t { splitters, counts, scan, scatter, tiles, sort };
  Kind kind = Kind::sort;
  std::size_t level = 0;

  /// Every key stands in its bucket.
  bool places() const { return kind == Kind::scatter || kind == Kind::sort; }
};

/// How often n keys are distributed, among how many buckets, before these are sorted. By the last distribution buckets
/// stand in pieces.
struct Plan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  bool grouped = false;       ///< see ProblemForm
  std::vector<Level> levels;  ///< one at least

  /// Distributions, four passes each and the last one two, then one pass that sorts the buckets.
  std::vector<OrderedStep> steps() const;
  PassHeader header(const OrderedStep& step) const;

  /// Buckets after all levels.
  std::uint64_t buckets() const;
  /// Elements of the largest table of counts, of levels before the last.
  std::uint64_t count_elements() const;
  /// Elements of the table of offsets, of the last level.
  std::uint64_t offset_elements() const { return levels.back().table_elements(); }
  bool is_last(std::size_t level) const { return level + 1 == levels.size(); }
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
