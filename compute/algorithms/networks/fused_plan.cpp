#include "compute/algorithms/networks/fused_plan.h"

#include <algorithm>
#include <bit>
#include <set>
#include <span>

#include <fmt/format.h>

#include "compute/algorithms/networks/xor_step.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

constexpr unsigned channel_bits = 2;

std::uint64_t bit(std::uint32_t position) {
  return std::uint64_t{1} << position;
}

std::uint64_t mask_of(const XorStep& step) {
  return step.reversal ? bit(step.bit + 1) - 1 : bit(step.bit);
}

std::uint64_t held_mask(const FusedLayout& layout) {
  std::uint64_t held = bit(channel_bits) - 1;
  for (const std::uint32_t target : layout.target_bits) held |= bit(target);
  return held;
}

/// The held bits of a mask, closed up.
std::uint32_t held_flips(const FusedLayout& layout, std::uint64_t mask) {
  auto flips = static_cast<std::uint32_t>(mask & (bit(channel_bits) - 1));
  for (std::size_t j = 0; j < layout.target_bits.size(); ++j) {
    if (mask & bit(layout.target_bits[j])) flips |= 1u << (channel_bits + j);
  }
  return flips;
}

/// What the reversals make of flipping these held bits.
std::uint64_t reversal_of(const FusedLayout& layout, std::uint32_t flips) {
  std::uint64_t reversal = 0;
  for (std::size_t j = 0; j < layout.target_bits.size(); ++j) {
    if (flips >> (channel_bits + j) & 1) reversal ^= layout.reversals[j];
  }
  return reversal;
}

/// The target bits that the steps need, filled up from the linear layout's and then from the lowest; nothing if the
/// steps need too many.
std::optional<std::vector<std::uint32_t>> choose_targets(std::span<const XorStep> steps, const FusedLayout& linear) {
  const std::size_t room = linear.target_bits.size();
  std::set<std::uint32_t> targets;
  for (const XorStep& step : steps) {
    if (step.bit >= channel_bits) targets.insert(step.bit);
  }
  if (targets.size() > room) return std::nullopt;
  for (std::size_t j = room; j-- > 0 && targets.size() < room;) targets.insert(linear.target_bits[j]);
  return std::vector<std::uint32_t>(targets.begin(), targets.end());
}

/// Reversals with which every step's partners share a position; nothing if there are none.
bool solve_reversals(FusedLayout& layout, std::span<const XorStep> steps) {
  const std::uint64_t held = held_mask(layout);
  layout.reversals.assign(layout.target_bits.size(), 0);
  // From the lowest pivot up: a step's own reversal is what those of the lower bits it flips leave to be done.
  for (std::size_t j = 0; j < layout.target_bits.size(); ++j) {
    const auto first =
        std::ranges::find_if(steps, [&](const XorStep& step) { return step.bit == layout.target_bits[j]; });
    if (first == steps.end()) continue;
    const std::uint64_t mask = mask_of(*first);
    layout.reversals[j] = (mask & ~held) ^ reversal_of(layout, held_flips(layout, mask));
  }
  return std::ranges::all_of(steps, [&](const XorStep& step) {
    const std::uint64_t mask = mask_of(step);
    return (held >> step.bit & 1) != 0 && (mask & ~held) == reversal_of(layout, held_flips(layout, mask));
  });
}

std::optional<FusedPass> with_targets(std::span<const XorStep> steps, unsigned index_bits,
                                      std::vector<std::uint32_t> targets) {
  FusedPass pass{{index_bits, std::move(targets), {}}, {}};
  if (!solve_reversals(pass.layout, steps)) return std::nullopt;
  for (const XorStep& step : steps) pass.steps.push_back({held_flips(pass.layout, mask_of(step))});
  return pass;
}

std::optional<FusedPass> fuse(std::span<const XorStep> steps, const FusedLayout& linear) {
  auto targets = choose_targets(steps, linear);
  return targets ? with_targets(steps, linear.index_bits, std::move(*targets)) : std::nullopt;
}

/// How many of the last steps can be executed by a pass that leaves the linear layout.
std::size_t linear_tail(std::span<const XorStep> steps, const FusedLayout& linear, std::size_t most_steps) {
  std::size_t tail = 0;
  while (tail < std::min(steps.size(), most_steps)) {
    const auto pass = with_targets(steps.last(tail + 1), linear.index_bits, linear.target_bits);
    if (!pass || !(pass->layout == linear)) break;
    ++tail;
  }
  return tail;
}

}  // namespace

FusedPlace FusedLayout::place(std::uint64_t i) const {
  FusedPlace place;
  place.channel = static_cast<std::uint32_t>(i & (bit(channel_bits) - 1));
  std::uint64_t rest = i;
  for (std::size_t j = 0; j < target_bits.size(); ++j) {
    if ((i & bit(target_bits[j])) == 0) continue;
    rest ^= reversals[j];
    place.layer |= 1u << j;
  }
  for (std::size_t j = target_bits.size(); j-- > 0;) {
    const std::uint64_t low = bit(target_bits[j]) - 1;
    rest = (rest & low) | (rest >> 1 & ~low);
  }
  place.position = rest >> channel_bits;
  return place;
}

FusedLayout linear_layout(unsigned index_bits, unsigned log2_targets) {
  FusedLayout layout{index_bits, {}, std::vector<std::uint64_t>(log2_targets, 0)};
  for (unsigned j = index_bits - log2_targets; j < index_bits; ++j) layout.target_bits.push_back(j);
  return layout;
}

std::optional<std::string> fusing_refusal(const Schedule& schedule) {
  for (const NetworkPass& pass : schedule.passes) {
    for (const auto& step : pass.steps) {
      if (const auto exchange = as_xor(*step); exchange && exchange->one_way()) continue;
      return fmt::format(
          "{}, {} does not halve blocks of a power of two, and only such steps can be fused: use single-quad",
          pass.header.stage, step->label);
    }
  }
  return std::nullopt;
}

FusedPlan plan_fused(const Schedule& schedule, unsigned log2_targets, std::size_t most_steps) {
  FusedPlan plan;
  const auto needed = static_cast<unsigned>(schedule.n < 2 ? 0 : std::bit_width(schedule.n - 1));
  plan.index_bits = std::max(needed, channel_bits + log2_targets);
  const FusedLayout linear = linear_layout(plan.index_bits, log2_targets);

  std::vector<XorStep> all;
  for (const NetworkPass& pass : schedule.passes) {
    const auto step = as_xor(*pass.steps.front());
    if (!step) throw InternalError("a step that is no XOR step reached the fused method");
    all.push_back(*step);
  }
  const std::span<const XorStep> steps(all);
  Schedule grouped = schedule;
  grouped.passes.clear();
  const auto add = [&](std::size_t first, std::size_t last, FusedPass pass) {
    grouped.passes.push_back(join(schedule, first, last, grouped.passes.size()));
    plan.passes.push_back(std::move(pass));
  };

  const std::size_t tail = linear_tail(steps, linear, most_steps);
  const std::size_t end = steps.size() - tail;
  for (std::size_t first = 0; first < end;) {
    std::size_t count = 0;
    std::optional<FusedPass> longest;
    while (count < std::min(most_steps, end - first)) {
      auto longer = fuse(steps.subspan(first, count + 1), linear);
      if (!longer) break;
      longest = std::move(longer);
      ++count;
    }
    if (!longest) throw InternalError("a fragment with one target bit executes any XOR step");
    add(first, first + count, std::move(*longest));
    first += count;
  }
  if (tail > 0) {
    add(end, steps.size(), *with_targets(steps.last(tail), plan.index_bits, linear.target_bits));
  } else if (!plan.passes.empty() && !(plan.passes.back().layout == linear)) {
    PassHeader header = schedule.passes.back().header;
    header.index = grouped.passes.size();
    header.label = "restore order";
    grouped.passes.push_back({header, {}});
    plan.passes.push_back({linear, {}});
  }
  plan.schedule = std::make_shared<const Schedule>(std::move(grouped));
  return plan;
}

}  // namespace texelsort::algorithms
