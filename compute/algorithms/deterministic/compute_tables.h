#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/plan.h"

namespace texelsort::algorithms {

/// What GPU Bucket Sort keeps in OpenGL buffers besides keys and payload: deterministic_tables(), if there are buckets.
struct DeterministicTables {
  DeterministicTables(const BucketPlan& plan, data::KeyType type);

  /// In the order in which passes fill them.
  std::vector<View> views() const;
  std::vector<std::vector<std::byte>> save() const;
  void restore(const std::vector<std::vector<std::byte>>& saved);
  std::optional<std::string> find_guard_damage() const;

  struct Table {
    TableShape shape;
    GuardedBuffer buffer{};
  };
  Table samples, sample_places, splitters, splitter_places, locations, starts, buckets, sizes;

 private:
  std::vector<Table*> all();
  std::vector<const Table*> all() const;
};

}  // namespace texelsort::algorithms
