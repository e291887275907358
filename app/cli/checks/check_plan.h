#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands/check_selection.h"

namespace texelsort::app {

/// Part `number` of `count` equal parts of a plan, for a check on several machines.
struct Shard {
  std::size_t number = 1, count = 1;
};

/// Reads "2/5". Throws UsageError.
Shard read_shard(const std::string& text);

/// The cases of one algorithm and key type.
struct CheckGroup {
  std::size_t algorithm = 0;  ///< index into CheckPlan::algorithms()
  data::KeyType type = data::KeyType::u32;
  std::vector<algorithms::CheckCase> cases;
  std::vector<std::size_t> chosen;  ///< indices of the cases that belong to the shard
};

/// The cases of a check. Two plans with the same options have the same cases in the same order. Processes can therefore
/// identify a case by its group and number.
class CheckPlan {
 public:
  /// `selection` must outlive the plan.
  CheckPlan(std::vector<const algorithms::Algorithm*> algorithms, const CheckSelection& selection)
      : algorithms_(std::move(algorithms)), selection_(selection) {}

  const std::vector<const algorithms::Algorithm*>& algorithms() const { return algorithms_; }

  /// Returns all groups with at least one case in the shard. A shard consists of whole groups, whose cases share
  /// compiled shaders. If there are fewer groups than shards, it has every count-th case.
  std::vector<CheckGroup> groups(const Shard& shard) const;

  /// Returns the cases of one group, by numbers received from another process. Throws InternalError for an unknown
  /// algorithm.
  const std::vector<algorithms::CheckCase>& cases(std::size_t algorithm, data::KeyType type);

 private:
  std::vector<CheckGroup> groups_of(std::size_t algorithm) const;

  std::vector<const algorithms::Algorithm*> algorithms_;
  const CheckSelection& selection_;
  std::optional<std::size_t> known_;  ///< algorithm of known_groups_
  std::vector<CheckGroup> known_groups_;
};

}  // namespace texelsort::app
