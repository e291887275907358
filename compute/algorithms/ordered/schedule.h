#pragma once

#include <cstdint>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/ordered/cuda/launch.h"
#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

/// Step of an ordered sample sort that a pass executes. For Kind::sort, `level` is the number of distributions.
struct OrderedStep {
  enum class Kind : std::uint8_t { splitters, counts, scan, scatter, tiles, sort };
  Kind kind = Kind::sort;
  std::size_t level = 0;

  /// Returns whether every key is in its bucket after this step.
  bool places() const { return kind == Kind::scatter || kind == Kind::sort; }
};

/// Plan of the distributions of n keys into buckets, which are then sorted. After the last distribution, the keys of
/// each bucket lie in one piece per tile.
struct Plan {
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  bool grouped = false;       ///< true if groups of threads move records; see ProblemForm::grouped
  std::vector<Level> levels;  ///< arguments of the distributions, of which there is at least one

  /// Returns the steps of all passes: four per distribution except the last, two for the last distribution, and one
  /// that sorts the buckets.
  std::vector<OrderedStep> steps() const;
  PassHeader header(const OrderedStep& step) const;

  /// Returns the number of buckets after all distributions.
  std::uint64_t buckets() const;
  /// Returns the number of elements of the largest table of counts. The last level has no table of counts.
  std::uint64_t count_elements() const;
  /// Returns the number of elements of the table of offsets of the last level.
  std::uint64_t offset_elements() const { return levels.back().table_elements(); }
  bool is_last(std::size_t level) const { return level + 1 == levels.size(); }
  /// Returns the total number of splitters of all segments, for the level that has the most.
  std::uint64_t splitters() const;
  std::uint64_t most_tiles() const;
  /// Returns the bytes of temporary memory that the scan of counts or the sort of samples needs.
  std::uint64_t temporary_bytes() const;
  /// Returns the bytes of device memory of all tables.
  std::uint64_t table_bytes() const;
};

/// Returns whether records or payloads move with each key. A payload counts as one field.
bool has_fields(const ProblemForm& form);

Plan make_plan(const ProblemForm& form, const Settings& settings);

}  // namespace texelsort::algorithms::ordered
