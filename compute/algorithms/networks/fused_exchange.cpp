#include "compute/algorithms/networks/fused_exchange.h"

#include <algorithm>
#include <set>
#include <utility>

namespace texelsort::algorithms {
namespace {

std::uint64_t mask_of(const XorStep& step) {
  return step.reversal ? bit(step.bit + 1) - 1 : bit(step.bit);
}

/// Converts a mask of index bits to the bits that select an element within a fragment. In the result, channel bits come
/// first, then target bits.
std::uint32_t held_flips(const FusedLayout& layout, std::uint64_t mask) {
  auto flips = static_cast<std::uint32_t>(mask & (bit(channel_bits) - 1));
  for (std::size_t j = 0; j < layout.target_bits.size(); ++j) {
    if (mask & bit(layout.target_bits[j])) flips |= 1u << (channel_bits + j);
  }
  return flips;
}

/// Returns the combined reversal (XOR) of all target bits that `flips` contains.
std::uint64_t reversal_of(const FusedLayout& layout, std::uint32_t flips) {
  std::uint64_t reversal = 0;
  for (std::size_t j = 0; j < layout.target_bits.size(); ++j) {
    if (flips >> (channel_bits + j) & 1) reversal ^= layout.reversals[j];
  }
  return reversal;
}

/// Returns the target bits of a pass with these steps: the bits that the steps need, then the highest target bits of
/// the linear layout. Returns null if there are too many.
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

/// Computes the reversals of a layout, so that both elements of every comparator lie at the same position. Returns
/// false if that is impossible.
bool solve_reversals(FusedLayout& layout, std::span<const XorStep> steps) {
  const std::uint64_t held = layout.held();
  layout.reversals.assign(layout.target_bits.size(), 0);
  // Target bits are processed in ascending order. The reversal of a step's highest bit comes from the part of the
  // step's mask outside a fragment. It does not include the reversals of the lower bits in the mask.
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

std::optional<FusedExchange> with_targets(std::span<const XorStep> steps, unsigned index_bits,
                                          std::vector<std::uint32_t> targets) {
  FusedExchange exchange{plain_layout(index_bits, std::move(targets)), {}};
  if (!solve_reversals(exchange.layout, steps)) return std::nullopt;
  for (const XorStep& step : steps) {
    exchange.steps.push_back({held_flips(exchange.layout, mask_of(step)), {step.flip, step.reversed}});
  }
  return exchange;
}

}  // namespace

std::optional<FusedExchange> fuse(std::span<const XorStep> steps, const FusedLayout& linear) {
  auto targets = choose_targets(steps, linear);
  return targets ? with_targets(steps, linear.index_bits, std::move(*targets)) : std::nullopt;
}

std::optional<FusedExchange> fuse_linear(std::span<const XorStep> steps, const FusedLayout& linear) {
  auto exchange = with_targets(steps, linear.index_bits, linear.target_bits);
  return exchange && exchange->layout == linear ? exchange : std::nullopt;
}

std::size_t linear_tail(std::span<const XorStep> steps, const FusedLayout& linear, std::size_t most_steps) {
  std::size_t tail = 0;
  while (tail < std::min(steps.size(), most_steps) && fuse_linear(steps.last(tail + 1), linear)) ++tail;
  return tail;
}

}  // namespace texelsort::algorithms
