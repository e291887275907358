#include "app/cli/checks/check_plan.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/text/number.h"

namespace texelsort::app {

Shard read_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const auto number = data::read_number<std::uint64_t>(text.substr(0, slash));
    const auto count = data::read_number<std::uint64_t>(text.substr(slash + 1));
    if (number && count && *number >= 1 && *number <= *count) return {*number, *count};
  }
  throw UsageError(fmt::format("--shard {}: expected I/N with I from 1 to N, such as 2/5", text));
}

std::vector<CheckGroup> CheckPlan::groups_of(std::size_t algorithm) const {
  if (algorithm >= algorithms_.size()) throw InternalError("a plan of checks has no such algorithm");
  std::vector<CheckGroup> groups;
  const auto cases = selection_.cases(*algorithms_[algorithm]);
  for (const data::KeyType type : data::all_key_types) {
    CheckGroup group{algorithm, type, {}, {}};
    std::ranges::copy_if(cases, std::back_inserter(group.cases),
                         [type](const algorithms::CheckCase& each) { return each.type == type; });
    if (!group.cases.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<CheckGroup> CheckPlan::groups(const Shard& shard) const {
  std::vector<CheckGroup> groups;
  for (std::size_t i = 0; i < algorithms_.size(); ++i) std::ranges::move(groups_of(i), std::back_inserter(groups));
  const bool whole = groups.size() >= shard.count;
  std::size_t number = 0;
  for (CheckGroup& group : groups) {
    const bool mine = number % shard.count == shard.number - 1;
    if (whole) ++number;
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
      if (whole ? mine : number++ % shard.count == shard.number - 1) group.chosen.push_back(i);
    }
  }
  std::erase_if(groups, [](const CheckGroup& group) { return group.chosen.empty(); });
  return groups;
}

const std::vector<algorithms::CheckCase>& CheckPlan::cases(std::size_t algorithm, data::KeyType type) {
  if (known_ != algorithm) {
    known_groups_ = groups_of(algorithm);
    known_ = algorithm;
  }
  const auto found = std::ranges::find(known_groups_, type, &CheckGroup::type);
  if (found == known_groups_.end()) throw InternalError("a plan of checks has no such group");
  return found->cases;
}

}  // namespace texelsort::app
