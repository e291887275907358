#include "compute/algorithms/networks/fused_window.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "compute/algorithms/primitives/xor_step.h"
#include "compute/network/lanes.h"

namespace texelsort::algorithms {
namespace {

using network::Pattern;
using Offset = std::int64_t;  ///< index of an element, relative to the first element of a fragment

constexpr Offset channels = Offset{1} << channel_bits;

struct Pair {
  Offset low = 0, high = 0;
  auto operator<=>(const Pair&) const = default;
};

/// Returns whether a place is in a lane of the pattern. `from_start` is the distance of the place from the start of a
/// lane, for a fragment whose first element is 0. Other fragments add the index of their first element. Returns null if
/// the answer differs between fragments.
std::optional<bool> in_lanes(const Pattern& pattern, Offset from_start, std::uint64_t held) {
  const std::uint64_t at = static_cast<std::uint64_t>(from_start) & (pattern.period - 1);
  const std::uint64_t lane_bits = pattern.length - 1;
  // bits of an element's index that differ between fragments
  const std::uint64_t free = (pattern.period - 1) & ~held;
  // adding the index of the fragment's first element might carry into higher bits
  if ((at & free & lane_bits) != 0) return std::nullopt;
  if ((free & ~lane_bits) != 0) return std::nullopt;
  return (at & ~lane_bits) == 0;
}

/// Traverses the steps backwards and records the elements on which the elements that a fragment writes depend.
class Cone {
 public:
  explicit Cone(const FusedLayout& layout)
      : held_(layout.held()),
        size_(std::uint64_t{1} << layout.index_bits),
        span_(Offset{2} << std::max(layout.target_bits.back(), channel_bits - 1)) {
    for (std::uint32_t layer = 0; layer < 1u << layout.target_bits.size(); ++layer) {
      for (Offset c = 0; c < channels; ++c) needed_.push_back(static_cast<Offset>(layout.element(layer)) + c);
    }
  }

  /// Returns those comparators of the preceding step on which the written elements depend. Returns null if the
  /// comparators differ between fragments.
  std::optional<std::vector<Pair>> add(const Pattern& step) {
    std::vector<Pair> pairs;
    for (const Offset at : needed_) {
      const auto distance = static_cast<Offset>(step.distance);
      const Offset from_low = at - static_cast<Offset>(step.first);
      const auto low = in_lanes(step, from_low, held_), high = in_lanes(step, from_low - distance, held_);
      if (!low || !high || (*low && *high)) return std::nullopt;
      if (!*low && !*high) continue;
      const Pair pair = *low ? Pair{at, at + distance} : Pair{at - distance, at};
      const auto exists = this->exists(step, pair);
      if (!exists) return std::nullopt;
      if (*exists) pairs.push_back(pair);
    }
    for (const Pair& pair : pairs) needed_.insert(needed_.end(), {pair.low, pair.high});
    tidy(needed_);
    tidy(pairs);
    return pairs;
  }

  /// Returns the offset of the first element of each texel that the fragment needs.
  std::vector<Offset> texels() const {
    std::vector<Offset> firsts;
    for (const Offset at : needed_) firsts.push_back(at & ~(channels - 1));
    tidy(firsts);
    return firsts;
  }
  Offset group(Offset at) const { return at & ~(span_ - 1); }
  std::uint64_t fence() const { return fence_; }

 private:
  template <class T>
  static void tidy(std::vector<T>& list) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }

  /// Returns true if all fragments execute the comparator, except at the ends of blocks and of the array. Returns false
  /// if none does. Returns null if some fragments execute it and others do not.
  std::optional<bool> exists(const Pattern& step, const Pair& pair) {
    const auto within_low = static_cast<std::uint64_t>(pair.low - group(pair.low));
    const auto within_high = static_cast<std::uint64_t>(pair.high - group(pair.high));
    const std::uint64_t fence = step.fence == 0 ? size_ : std::min(step.fence, size_);
    const bool crosses = group(pair.low) != group(pair.high);
    // fragments with this first element hold only one of the two elements
    if (((within_low | within_high) & ~held_) != 0) return std::nullopt;
    if (((within_low ^ within_high) & ~(fence - 1)) != 0) return false;
    if (crosses && fence <= static_cast<std::uint64_t>(span_)) return false;
    if (crosses) {
      if (fence_ != 0 && fence_ != fence) return std::nullopt;
      fence_ = fence;
    }
    return true;
  }

  std::uint64_t held_, size_;
  Offset span_;  ///< distance between the first elements of neighbouring fragments
  std::uint64_t fence_ = 0;
  std::vector<Offset> needed_;
};

std::uint32_t count(const FusedLayout& layout) {
  return 1u << layout.target_bits.size();
}

/// Converts a finished cone to texels and groups of texels, and the comparators of the cone to words in registers.
FusedWindow in_registers(const Cone& cone, std::span<const std::vector<Pair>> steps, const FusedLayout& layout) {
  FusedWindow window;
  window.fence = cone.fence();
  std::vector<Offset> firsts;
  for (std::uint32_t layer = 0; layer < count(layout); ++layer) {
    firsts.push_back(static_cast<Offset>(layout.element(layer)));
    window.texels.push_back({0, layer});
  }
  for (const Offset first : cone.texels()) {
    const Offset group = cone.group(first);
    if (group == 0) continue;
    const auto known = std::ranges::find(window.groups, group);
    const auto g = static_cast<std::size_t>(known - window.groups.begin());
    if (known == window.groups.end()) window.groups.push_back(group);
    window.texels.push_back({g, layout.place(static_cast<std::uint64_t>(first - group)).layer});
    firsts.push_back(first);
  }
  const auto held_word = [&firsts](Offset at) {
    const auto texel = std::ranges::find(firsts, at & ~(channels - 1)) - firsts.begin();
    return static_cast<std::uint32_t>(channels * texel + (at & (channels - 1)));
  };
  for (const auto& pairs : steps) {
    auto& comparisons = window.steps.emplace_back();
    for (const Pair& pair : pairs) comparisons.push_back({held_word(pair.low), held_word(pair.high)});
  }
  return window;
}

}  // namespace

bool has_window_form(const network::Step& step) {
  const Pattern* only = only_pattern(step);
  if (only == nullptr || only->is_directed()) return false;
  const Pattern& pattern = *only;
  // No lane starts before place 0, so every place in a lane is an end of a comparator.
  return !pattern.mirrored && std::has_single_bit(pattern.length) && pattern.first + pattern.length <= pattern.period;
}

std::optional<FusedWindow> make_window(std::span<const Pattern> steps, const FusedLayout& layout,
                                       std::size_t most_texels) {
  Cone cone(layout);
  std::vector<std::vector<Pair>> pairs(steps.size());
  for (std::size_t s = steps.size(); s-- > 0;) {
    auto added = cone.add(steps[s]);
    if (!added || cone.texels().size() > most_texels) return std::nullopt;
    pairs[s] = std::move(*added);
  }
  return in_registers(cone, pairs, layout);
}

FusedWindow make_whole_window(std::span<const std::shared_ptr<const network::Step>> steps, std::uint64_t n,
                              unsigned log2_targets) {
  FusedWindow window;
  for (std::uint32_t layer = 0; layer < 1u << log2_targets; ++layer) window.texels.push_back({0, layer});
  for (const auto& step : steps) {
    auto& comparisons = window.steps.emplace_back();
    network::for_each_pair(*step, n, [&comparisons](std::uint64_t smaller, std::uint64_t larger) {
      comparisons.push_back({static_cast<std::uint32_t>(smaller), static_cast<std::uint32_t>(larger)});
    });
    std::ranges::sort(comparisons, {}, &FusedWindow::Comparison::smaller);
  }
  return window;
}

}  // namespace texelsort::algorithms
