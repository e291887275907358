#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/primitives/step_schedule.h"

namespace texelsort::algorithms {

/// Four consecutive lists of `length` places. Place i of the network is place i mod length of list i div length.
struct BlendLists {
  static constexpr unsigned count = 4;
  std::uint64_t length = 0;
  std::uint64_t places() const { return count * length; }
};

/// One pass of the blending method: a network step within each list, or a comparison of whole lists.
struct BlendStep {
  PassHeader header;
  /// Network step that the pass executes in each list. Null if the pass compares whole lists instead.
  std::shared_ptr<const network::Step> within;
  /// Flags for steps within lists, one per list: true if the list counts places from its end. Smaller keys go to the
  /// place that comes first in the array.
  std::array<bool, 4> flipped{};
  /// Partner of each list if the pass compares whole lists. A list without a partner has its own index. Of two
  /// partners, the list with the lower index gets the smaller keys.
  std::array<unsigned, 4> partner{0, 1, 2, 3};
  /// True if the pass compares place j of a list with place length - 1 - j of its partner, instead of place j.
  bool reversed = false;
};

/// Returns all passes that sort n keys in four lists: first the schedule's steps in each list, then the merge of the
/// sorted lists. If the length of a list is a power of two, the merge is the last two stages of bitonic merge sort on
/// all places.
///
/// For other lengths, halving a bitonic sequence leaves a rotated sequence, which cannot be padded to a power of two.
/// The merge is then Batcher's network on four places, in which each of the five comparators merges two lists.
std::vector<BlendStep> plan_blend(const Schedule& schedule, std::uint64_t n, BlendLists lists);

/// Returns the pass as one network step on the places of all lists. Returns null if the step needs a pattern whose
/// period is not a power of two.
std::shared_ptr<const network::Step> whole_step(const BlendStep& step, BlendLists lists);

/// Returns the pass as one network step on the first n places, with a list of all comparators.
std::shared_ptr<const network::Step> listed_step(const BlendStep& step, BlendLists lists, std::uint64_t n);

/// Returns the number of comparators of the pass on the places of all lists.
std::uint64_t count_comparators(const BlendStep& step, BlendLists lists);

/// Calls `visit(low, high)` for every comparator of a pass that compares whole lists.
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
