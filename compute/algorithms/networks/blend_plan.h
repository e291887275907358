#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/primitives/step_schedule.h"

namespace texelsort::algorithms {

/// Four lists of `length` places stand one after another: place i is place i mod length of list i div length.
struct BlendLists {
  static constexpr unsigned count = 4;
  std::uint64_t length = 0;
  std::uint64_t places() const { return count * length; }
};

/// One pass of the blending method: a network's step within each list, or whole lists against each other.
struct BlendStep {
  PassHeader header;
  /// Within lists: the comparators of each list. Null: lists against lists.
  std::shared_ptr<const network::Step> within;
  /// Within lists: those whose places are counted from their end, smaller keys still to the lower place.
  std::array<bool, 4> flipped{};
  /// Lists against lists: the list that each is compared with, itself if with none. The smaller keys go to the lower
  /// list.
  std::array<unsigned, 4> partner{0, 1, 2, 3};
  /// Lists against lists: place j meets place length - 1 - j.
  bool reversed = false;
};

/// All passes that sort n keys in four lists. First the schedule's steps in each list, then the merge of the sorted
/// lists. Lists of a power of two take the last two stages of bitonic merge sort on all places. Others cannot: what a
/// bitonic sequence of any other length leaves when it is halved is a rotated one, which cannot be filled up to a power
/// of two. They take the five comparators of Batcher's network on four places, each of which merges two lists.
std::vector<BlendStep> plan_blend(const Schedule& schedule, std::uint64_t n, BlendLists lists);

/// The pass as a network's step on all places; null if no patterns of a power-of-two period say it.
std::shared_ptr<const network::Step> whole_step(const BlendStep& step, BlendLists lists);

/// The pass as a network's step on the first n places, every comparator listed.
std::shared_ptr<const network::Step> listed_step(const BlendStep& step, BlendLists lists, std::uint64_t n);

/// Comparators of the pass on all places.
std::uint64_t count_comparators(const BlendStep& step, BlendLists lists);

/// Calls `visit(low, high)` for every comparator of a pass of lists against lists.
template <typename Visit>
void for_each_across(const BlendStep& step, BlendLists lists, Visit visit) {
  for (unsigned list = 0; list < BlendLists::count; ++list) {
    const unsigned other = step.partner[list];
    if (other <= list) continue;
    for (std::uint64_t j = 0; j < lists.length; ++j) {
      visit(list * lists.length + j, other * lists.length + (step.reversed ? lists.length - 1 - j : j));
    }
  }
}

}  // namespace texelsort::algorithms
