#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands/check_selection.h"

namespace texelsort::app {

/// Part `number` of `count` equal parts of a check, so that several machines can share the check. `number` is from 1 to
/// `count`.
struct Shard {
  std::size_t number = 1, count = 1;
};

/// Reads a shard from text such as "2/5", the second of five parts. Throws UsageError for other text.
Shard read_shard(const std::string& text);

/// All cases of one algorithm and key type, with a list of the cases in the shard.
struct CheckGroup {
  std::size_t algorithm = 0;  ///< index of the algorithm in CheckPlan::algorithms()
  data::KeyType type = data::KeyType::u32;
  std::vector<algorithms::CheckCase> cases;
  std::vector<std::size_t> chosen;  ///< indices in `cases` of the cases that belong to the shard
};

/// The cases of a check. Plans with equal options have the same cases in the same order. Processes can therefore
/// identify a case by its group and number.
class CheckPlan {
 public:
  /// Plans the check of some algorithms. `selection` must outlive the plan.
  CheckPlan(std::vector<const algorithms::Algorithm*> algorithms, const CheckSelection& selection)
      : algorithms_(std::move(algorithms)), selection_(selection) {}

  const std::vector<const algorithms::Algorithm*>& algorithms() const { return algorithms_; }

  /// Returns all groups with at least one case in the shard. A shard consists of whole groups, because cases of a group
  /// share compiled shaders. With fewer groups than shards, a shard consists of every count-th case instead.
  std::vector<CheckGroup> groups(const Shard& shard) const;

  /// Returns the cases of one algorithm and key type. Throws InternalError if the plan has no such group, because the
  /// numbers may come from another process.
  const std::vector<algorithms::CheckCase>& cases(std::size_t algorithm, data::KeyType type);

 private:
  std::vector<CheckGroup> groups_of(std::size_t algorithm) const;

  std::vector<const algorithms::Algorithm*> algorithms_;
  const CheckSelection& selection_;
  /// Index of the algorithm whose groups known_groups_ caches; empty before the first call of cases().
  std::optional<std::size_t> known_;
  std::vector<CheckGroup> known_groups_;
};

}  // namespace texelsort::app
