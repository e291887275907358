#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

/// Step of a pass. Kind::sort has the level after the last distribution.
struct OrderedStep {
  enum class Kind : std::uint8_t { splitters, counts, scan, scatter, tiles, sort };
  Kind kind = Kind::sort;
  std::size_t level = 0;

  /// Returns whether every key is in its bucket after the step.
  bool places() const { return kind == Kind::scatter || kind == Kind::sort; }
};

/// Plan of the distributions of n keys into buckets, before these are sorted. After the last distribution, buckets are
/// in pieces.
struct Plan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  bool grouped = false;       ///< see ProblemForm
  std::vector<Level> levels;  ///< at least one

  /// Returns the passes: four per distribution, two for the last, and one that sorts the buckets.
  std::vector<OrderedStep> steps() const;
  PassHeader header(const OrderedStep& step) const;

  /// Returns the number of buckets after all levels.
  std::uint64_t buckets() const;
  /// Returns the elements of the largest table of counts of levels before the last.
  std::uint64_t count_elements() const;
  /// Returns the elements of the table of offsets of the last level.
  std::uint64_t offset_elements() const { return levels.back().table_elements(); }
  bool is_last(std::size_t level) const { return level + 1 == levels.size(); }
  /// Returns the splitters of all segments of the largest level.
  std::uint64_t splitters() const;
  std::uint64_t most_tiles() const;
  /// Returns the temporary bytes that a scan or a sort of samples needs.
  std::uint64_t temporary_bytes() const;
  /// Returns the bytes of all tables on the device.
  std::uint64_t table_bytes() const;
};

/// Returns whether words move with a key. A payload counts as one word.
bool has_fields(const ProblemForm& form);

Plan make_plan(const ProblemForm& form, const Settings& settings);

}  // namespace texelsort::algorithms::ordered
