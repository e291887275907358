#include "compute/network/zero_one_states.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace texelsort::network {
namespace {

void exchange(std::uint32_t& state, NarrowComparator c) {
  const std::uint32_t swapped = (state >> c.smaller) & ~(state >> c.larger) & 1;
  state ^= swapped << c.smaller | swapped << c.larger;
}

/// Removes repeated states. Of equal states, keeps the one with the smallest input.
void drop_repeated(std::vector<Reached>& reached) {
  std::ranges::sort(reached, {}, [](const Reached& r) { return std::pair(r.state, r.input); });
  const auto same = [](const Reached& one, const Reached& other) { return one.state == other.state; };
  reached.erase(std::unique(reached.begin(), reached.end(), same), reached.end());
  std::ranges::sort(reached, {}, &Reached::input);
}

/// Network during the execution of its first comparators: groups of connected places, and the comparators that remain.
class Connecting {
 public:
  Connecting(std::uint32_t n, std::vector<NarrowComparator> comparators) : comparators_(std::move(comparators)) {
    for (std::uint32_t i = 0; i < n; ++i) {
      groups_.push_back({std::uint32_t{1} << i, {{0, 0}, {std::uint32_t{1} << i, std::uint32_t{1} << i}}});
      group_of_[i] = i;
    }
  }

  /// Executes the comparators whose two places are in the same group. Waits with a comparator if an earlier one with a
  /// common place has not been executed.
  void work_within_groups() {
    // Mask of places that unexecuted comparators use, and mask of groups whose states have changed.
    std::uint32_t blocked = 0, changed = 0;
    std::erase_if(comparators_, [&](NarrowComparator c) {
      const std::uint32_t ends = std::uint32_t{1} << c.smaller | std::uint32_t{1} << c.larger;
      const std::uint32_t group = group_of_[c.smaller];
      if ((blocked & ends) != 0 || group != group_of_[c.larger]) {
        blocked |= ends;
        return false;
      }
      for (Reached& one : groups_[group].reached) exchange(one.state, c);
      changed |= std::uint32_t{1} << group;
      return true;
    });
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
      if ((changed >> g & 1) != 0) drop_repeated(groups_[g].reached);
    }
  }

  /// Merges two groups to make the next comparator between them executable. Chooses the groups whose merged group has
  /// the fewest states. Returns false if these are more than `most`, or if no comparator is left.
  bool connect(std::uint64_t most) {
    std::uint32_t blocked = 0;
    std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
    std::pair<std::uint32_t, std::uint32_t> chosen;
    for (const NarrowComparator c : comparators_) {
      const std::uint32_t ends = std::uint32_t{1} << c.smaller | std::uint32_t{1} << c.larger;
      if ((blocked & ends) == 0) {
        const std::pair pair(group_of_[c.smaller], group_of_[c.larger]);
        const std::uint64_t together = groups_[pair.first].reached.size() * groups_[pair.second].reached.size();
        if (together < fewest) {
          fewest = together;
          chosen = pair;
        }
      }
      blocked |= ends;
    }
    if (fewest > most) return false;
    join(chosen.first, chosen.second);
    return true;
  }

  States take() && {
    States states{
        .n = static_cast<std::uint32_t>(groups_.size()), .groups = {}, .comparators = std::move(comparators_)};
    for (Group& group : groups_) {
      if (group.places != 0) states.groups.push_back(std::move(group));
    }
    return states;
  }

 private:
  void join(std::uint32_t one, std::uint32_t other) {
    std::vector<Reached> both;
    both.reserve(groups_[one].reached.size() * groups_[other].reached.size());
    for (const Reached& a : groups_[one].reached) {
      for (const Reached& b : groups_[other].reached) both.push_back({a.state | b.state, a.input | b.input});
    }
    groups_[one] = {groups_[one].places | groups_[other].places, std::move(both)};
    groups_[other] = {};
    for (std::uint32_t& group : group_of_) group = group == other ? one : group;
  }

  std::vector<Group> groups_;  // groups of connected places; a group without places has been merged into another one
  std::array<std::uint32_t, most_exhaustive_places> group_of_{};
  std::vector<NarrowComparator> comparators_;
};

}  // namespace

States run_first_comparators(std::uint32_t n, std::vector<NarrowComparator> comparators, std::uint64_t most) {
  Connecting connecting(n, std::move(comparators));
  do connecting.work_within_groups();
  while (connecting.connect(most));
  return std::move(connecting).take();
}

}  // namespace texelsort::network
