#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

/// The step that a pass executes. For Kind::sort, `level` is the number after the last distribution.
struct OrderedStep {
  enum class Kind : std::uint8_t { splitters, counts, scan, scatter, tiles, sort };
  Kind kind = Kind::sort;
  std::size_t level = 0;

  /// Returns whether every key is in its bucket after this step.
  bool places() const { return kind == Kind::scatter || kind == Kind::sort; }
};

/// Plan of the distributions of n keys into buckets that are then sorted. After the last distribution, each bucket
/// consists of pieces.
struct Plan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  bool grouped = false;       ///< true if groups of threads move records, see ProblemForm
  std::vector<Level> levels;  ///< the distributions, at least one

  /// Returns the steps of all passes: four per distribution, two for the last distribution, and one that sorts the
  /// buckets.
  std::vector<OrderedStep> steps() const;
  PassHeader header(const OrderedStep& step) const;

  /// Returns the number of buckets after all distributions.
  std::uint64_t buckets() const;
  /// Returns the number of elements of the largest table of counts. The last level has no such table.
  std::uint64_t count_elements() const;
  /// Returns the number of elements of the last level's table of offsets.
  std::uint64_t offset_elements() const { return levels.back().table_elements(); }
  bool is_last(std::size_t level) const { return level + 1 == levels.size(); }
  /// Returns the number of splitters of all segments, for the level with the most.
  std::uint64_t splitters() const;
  std::uint64_t most_tiles() const;
  /// Returns the bytes of temporary memory that a scan or a sort of samples needs.
  std::uint64_t temporary_bytes() const;
  /// Returns the device bytes of all tables.
  std::uint64_t table_bytes() const;
};

/// Returns whether data moves with a key. A payload counts as one field.
bool has_fields(const ProblemForm& form);

Plan make_plan(const ProblemForm& form, const Settings& settings);

}  // namespace texelsort::algorithms::ordered
