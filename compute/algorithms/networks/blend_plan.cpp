#include "compute/algorithms/networks/blend_plan.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "compute/data/code_text.h"
#include "compute/data/order.h"
#include "compute/network/claims.h"

namespace texelsort::algorithms {
namespace {

using network::Comparator;

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

  /// Sorts the bitonic lists. Filled up to a power of two with the largest keys past their end, or, if flipped, with
  /// the smallest before their start, they stay bitonic; the filling never moves.
  void within(std::array<bool, 4> flipped) {
    const std::uint64_t full = std::bit_ceil(lists_.length);
    if (full == lists_.length) flipped = {};  // nothing is filled up: blocks are the same from either end
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

/// Calls `visit` for every comparator between lists.
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

/// Turns a list end to end and its order upside down; its own inverse.
void flip(std::span<std::uint64_t> codes) {
  std::ranges::reverse(codes);
  for (std::uint64_t& code : codes) code = ~code;
}

std::optional<Comparator> comparator_of(const BlendStep& step, BlendLists lists, std::uint64_t i) {
  if (!step.within) {
    std::optional<Comparator> found;
    for_each_across(step, lists, [&](std::uint64_t low, std::uint64_t high) {
      if (i == low || i == high) found = {low, high};
    });
    return found;
  }
  const std::uint64_t list = i / lists.length, start = list * lists.length, last = start + lists.length - 1;
  const bool flipped = step.flipped[list];
  const auto found = network::comparator_at(*step.within, flipped ? last - i : i - start, lists.length);
  if (!found) return std::nullopt;
  if (flipped) return Comparator{last - found->high, last - found->low};
  return Comparator{start + found->low, start + found->high};
}

std::string sentence_of(const BlendStep& step) {
  if (step.within) {
    const bool flips = std::ranges::find(step.flipped, true) != step.flipped.end();
    std::string from_end;
    if (flips && step.within->claim.sentence.find("half") != std::string::npos) {
      for (unsigned list = 0; list < BlendLists::count; ++list) {
        if (step.flipped[list]) from_end += fmt::format("{}list {}", from_end.empty() ? "" : " and ", list + 1);
      }
      from_end = fmt::format(" (blocks are counted from the end in {})", from_end);
    }
    return fmt::format("in each of the four lists, {}{}", step.within->claim.sentence, from_end);
  }
  std::string sentence;
  for (unsigned list = 0; list < BlendLists::count; ++list) {
    if (step.partner[list] <= list) continue;
    sentence += fmt::format("{}no key of list {} exceeds a key of list {}", sentence.empty() ? "" : ", and ", list + 1,
                            step.partner[list] + 1);
  }
  return sentence;
}

/// The first place at which the pass's sentence does not hold. Codes on all places.
std::optional<std::uint64_t> first_violation(const BlendStep& step, BlendLists lists,
                                             std::span<const std::uint64_t> codes) {
  for (unsigned list = 0; list < BlendLists::count; ++list) {
    const std::uint64_t start = list * lists.length;
    std::vector<std::uint64_t> own(codes.begin() + static_cast<std::ptrdiff_t>(start),
                                   codes.begin() + static_cast<std::ptrdiff_t>(start + lists.length));
    if (step.within) {
      if (step.flipped[list]) flip(own);
      if (const auto at = step.within->claim.first_violation(own)) {
        return start + (step.flipped[list] ? lists.length - 1 - *at : *at);
      }
    } else if (step.partner[list] > list) {
      const std::uint64_t greatest = *std::ranges::max_element(own), above = step.partner[list] * lists.length;
      for (std::uint64_t i = above; i < above + lists.length; ++i) {
        if (codes[i] < greatest) return i;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<BlendStep> plan_blend(const Schedule& schedule, std::uint64_t n, BlendLists lists) {
  if (n < 2) return {};
  Plan plan(schedule, lists);
  plan.begin_stage();
  plan.across({1, 0, 3, 2}, true);
  // Of two sorted lists against each other's reversal, the smaller keys rise and fall, the larger fall and rise.
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
    // Blocks that fill the lists go on from list to list, if no comparator leaves its block.
    const auto repeats = [length](const network::Pattern& pattern) {
      const std::uint64_t reach = pattern.mirrored ? pattern.distance + 1 : pattern.distance + pattern.length;
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

std::uint64_t count_comparators(const BlendStep& step, BlendLists lists) {
  if (step.within) return BlendLists::count * network::count_comparators(*step.within, lists.length);
  std::uint64_t pairs = 0;
  for (unsigned list = 0; list < BlendLists::count; ++list) pairs += step.partner[list] > list;
  return pairs * lists.length;
}

void apply(const BlendStep& step, BlendLists lists, std::span<std::uint64_t> codes) {
  if (!step.within) {
    for_each_across(step, lists, [codes](std::uint64_t low, std::uint64_t high) {
      if (codes[high] < codes[low]) std::swap(codes[low], codes[high]);
    });
    return;
  }
  for (unsigned list = 0; list < BlendLists::count; ++list) {
    const auto own = codes.subspan(list * lists.length, lists.length);
    if (step.flipped[list]) flip(own);
    network::apply(*step.within, own, {});
    if (step.flipped[list]) flip(own);
  }
}

Claim blend_claim(std::shared_ptr<const BlendStep> step, BlendLists lists, data::KeyType type, data::Order order) {
  const std::string sentence = sentence_of(*step);
  return {sentence,
          [step = std::move(step), lists, type, order, sentence](const Observation& seen) -> std::optional<Violation> {
            constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
            const std::uint64_t n = seen.before.size();
            std::vector<std::uint64_t> expected(seen.before.begin(), seen.before.end());
            expected.resize(lists.places(), largest);
            std::vector<std::uint64_t> after(seen.after.begin(), seen.after.end());
            after.resize(lists.places(), largest);
            apply(*step, lists, expected);
            const auto [wrong, wanted] = std::ranges::mismatch(after, expected);
            if (const auto i = static_cast<std::uint64_t>(wrong - after.begin()); i < n) {
              return Violation{fmt::format("holds {}, expected {}", data::code_text(*wrong, type, order),
                                           *wanted == largest ? "a guard" : data::code_text(*wanted, type, order)),
                               i, comparator_of(*step, lists, i)};
            }
            if (const auto i = first_violation(*step, lists, after)) {
              return Violation{fmt::format("'{}' does not hold", sentence), i, comparator_of(*step, lists, *i)};
            }
            return std::nullopt;
          }};
}

}  // namespace texelsort::algorithms
