#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands/check_selection.h"

namespace texelsort::app {

/// Part `number` of `count` equal parts of a plan, so that several machines can share a check.
struct Shard {
  std::size_t number = 1, count = 1;
};

/// Reads a part from text such as "2/5". Throws UsageError.
Shard read_shard(const std::string& text);

/// The cases of one algorithm and key type.
struct CheckGroup {
  std::size_t algorithm = 0;  ///< index of the algorithm in CheckPlan::algorithms()
  data::KeyType type = data::KeyType::u32;
  std::vector<algorithms::CheckCase> cases;
  std::vector<std::size_t> chosen;  ///< indices of those cases that belong to the shard
};

/// The cases of a check. Two plans with the same options have the same cases in the same order. Processes can therefore
/// identify a case by its group and number.
class CheckPlan {
 public:
  /// Plans the check of these algorithms. `selection` must outlive the plan.
  CheckPlan(std::vector<const algorithms::Algorithm*> algorithms, const CheckSelection& selection)
      : algorithms_(std::move(algorithms)), selection_(selection) {}

  const std::vector<const algorithms::Algorithm*>& algorithms() const { return algorithms_; }

  /// Returns all groups with at least one case in the shard. A shard consists of whole groups, whose cases share
  /// compiled shaders. If there are fewer groups than shards, it has every count-th case.
  std::vector<CheckGroup> groups(const Shard& shard) const;

  /// Returns the cases of one algorithm and key type. Another process may have sent the algorithm's index. Throws
  /// InternalError for an unknown algorithm.
  const std::vector<algorithms::CheckCase>& cases(std::size_t algorithm, data::KeyType type);

 private:
  std::vector<CheckGroup> groups_of(std::size_t algorithm) const;

  std::vector<const algorithms::Algorithm*> algorithms_;
  const CheckSelection& selection_;
  std::optional<std::size_t> known_;  ///< algorithm whose groups known_groups_ contains
  std::vector<CheckGroup> known_groups_;
};

}  // namespace texelsort::app
