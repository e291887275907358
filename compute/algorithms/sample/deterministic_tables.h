#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/run.h"
#include "compute/algorithms/sample/deterministic_plan.h"

namespace texelsort::algorithms {

/// What GPU Bucket Sort keeps on the device besides keys and payload: for m sublists of s samples, m s keys and 3 m s
/// words, and for the buckets s keys and 3 s + 1 words. Nothing without buckets.
struct DeterministicTables {
  DeterministicTables(const BucketPlan& plan, data::KeyType type);

  /// In the order in which passes fill them.
  std::vector<View> views() const;
  std::vector<std::vector<std::byte>> save() const;
  void restore(const std::vector<std::vector<std::byte>>& saved);
  std::optional<std::string> find_guard_damage() const;

  struct Table {
    std::string name;  ///< of its view
    data::KeyType element = data::KeyType::u32;
    std::uint64_t count = 0;
    GuardedBuffer buffer{};
  };
  Table samples, sample_places, splitters, splitter_places;
  Table locations;  ///< a row a sublist, a column a splitter: the sublist's keys that do not follow it
  Table starts;     ///< a row a bucket, a column a sublist: how many keys, then where they begin
  Table buckets;    ///< where they begin, and n
  Table sizes;      ///< of the buckets

 private:
  std::vector<const Table*> all() const;
};

}  // namespace texelsort::algorithms
