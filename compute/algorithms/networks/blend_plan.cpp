#include "compute/algorithms/networks/blend_plan.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/network/claims.h"
#include "compute/network/lanes.h"

namespace texelsort::algorithms {
namespace {

class Plan {
 public:
  Plan(const Schedule& schedule, BlendLists lists) : lists_(lists) {
    for (const NetworkPass& pass : schedule.passes) {
      steps_.push_back({pass.header, pass.steps.front(), {}, {0, 1, 2, 3}, false});
    }
    stages_ = schedule.passes.empty() ? 0 : schedule.passes.back().header.stage_index + 1;
  }

  void begin_stage() {
    ++merges_;
    ++stages_;
  }

  void across(std::array<unsigned, 4> partner, bool reversed) {
    std::string label = reversed ? "reversed" : "side by side";
    for (unsigned list = 0; list < BlendLists::count; ++list) {
      if (partner[list] > list) label += fmt::format(" {}:{}", list + 1, partner[list] + 1);
    }
    steps_.push_back({header(std::move(label)), nullptr, {}, partner, reversed});
  }

  /// Adds the steps that sort bitonic lists. The steps treat each list as padded to a power of two. The padding has the
  /// largest keys after the end of the list or, if flipped, the smallest keys before its start. Padded lists remain
  /// bitonic, and the padding never moves.
  void within(std::array<bool, 4> flipped) {
    const std::uint64_t full = std::bit_ceil(lists_.length);
    if (full == lists_.length) flipped = {};  // without padding, the blocks are the same when counted from either end
    for (std::uint64_t distance = full / 2; distance > 0; distance /= 2) {
      network::Step step{fmt::format("distance {}", distance),
                         {{0, 2 * distance, distance, distance, false}},
                         distance == 1 ? network::sorted_blocks(full) : network::ordered_halves(2 * distance)};
      if (network::count_comparators(step, lists_.length) == 0) continue;
      PassHeader named = header(step.label);
      steps_.push_back({std::move(named), std::make_shared<const network::Step>(std::move(step)), flipped, {}, false});
    }
  }

  std::vector<BlendStep> take() { return std::move(steps_); }

 private:
  PassHeader header(std::string label) const {
    return {steps_.size(), stages_ - 1, fmt::format("merge {}", merges_), std::move(label)};
  }

  BlendLists lists_;
  std::vector<BlendStep> steps_;
  std::uint64_t stages_ = 0, merges_ = 0;
};

}  // namespace

std::vector<BlendStep> plan_blend(const Schedule& schedule, std::uint64_t n, BlendLists lists) {
  if (n < 2) return {};
  Plan plan(schedule, lists);
  plan.begin_stage();
  plan.across({1, 0, 3, 2}, true);
  // The step compares a sorted list with the reversal of another sorted list. The smaller keys then ascend and descend,
  // and the larger keys descend and ascend.
  plan.within({true, false, true, false});
  plan.begin_stage();
  if (std::has_single_bit(lists.length)) {
    plan.across({3, 2, 1, 0}, true);
    plan.across({1, 0, 3, 2}, false);
    plan.within({});
  } else {
    plan.across({2, 3, 0, 1}, true);
    plan.within({true, true, false, false});
    plan.begin_stage();
    plan.across({0, 2, 1, 3}, true);
    plan.within({false, true, false, false});
  }
  return plan.take();
}

std::shared_ptr<const network::Step> whole_step(const BlendStep& step, BlendLists lists) {
  const std::uint64_t length = lists.length;
  if (step.within) {
    // A pattern repeats from list to list if its period divides the list length and no comparator leaves its block.
    const auto repeats = [length](const network::Pattern& pattern) {
      const std::uint64_t reach = network::nearest_high(pattern) + pattern.length;
      return length % pattern.period == 0 && pattern.first + reach <= pattern.period;
    };
    return std::ranges::all_of(step.within->patterns, repeats) ? step.within : nullptr;
  }
  if (!std::has_single_bit(length)) return nullptr;
  network::Pattern pattern{0, 2 * length, length, length, false};
  if (step.reversed) {
    const std::uint64_t block = step.partner[0] == 1 ? 2 * length : 4 * length;
    pattern = {0, block, block / 2, block - 1, true};
  }
  return std::make_shared<const network::Step>(network::Step{step.header.label, {pattern}, {}});
}

std::shared_ptr<const network::Step> listed_step(const BlendStep& step, BlendLists lists, std::uint64_t n) {
  std::vector<network::Comparator> found;
  const auto add = [&found, n](std::uint64_t low, std::uint64_t high) {
    if (high < n) found.push_back({low, high});
  };
  if (!step.within) for_each_across(step, lists, add);
  for (unsigned list = 0; step.within && list < BlendLists::count; ++list) {
    const std::uint64_t first = list * lists.length, last = first + lists.length - 1;
    network::for_each_comparator(*step.within, lists.length, [&](const network::Comparator& own) {
      step.flipped[list] ? add(last - own.high, last - own.low) : add(first + own.low, first + own.high);
    });
  }
  std::ranges::sort(found, {}, &network::Comparator::low);
  return std::make_shared<const network::Step>(network::Step{step.header.label, {}, {}, std::move(found)});
}

std::uint64_t count_comparators(const BlendStep& step, BlendLists lists) {
  if (step.within) return BlendLists::count * network::count_comparators(*step.within, lists.length);
  std::uint64_t pairs = 0;
  for (unsigned list = 0; list < BlendLists::count; ++list) pairs += step.partner[list] > list;
  return pairs * lists.length;
}

}  // namespace texelsort::algorithms
