#include "compute/algorithms/networks/fused_choice.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <set>
#include <utility>

namespace texelsort::algorithms {
namespace {

using network::Pattern;

std::size_t fragment_texels(const FusedLayout& layout) {
  return std::size_t{1} << layout.target_bits.size();
}

/// Keeps, of all options, those that nothing makes dispensable.
class Options {
 public:
  explicit Options(const FusedLayout& linear) : linear_(linear) {}

  void add(std::size_t steps, std::size_t texels, std::size_t comparisons, FusedPass pass) {
    FusedOption option{steps, fused_cost(texels, comparisons, linear_), std::move(pass)};
    const bool linear = option.pass.layout == linear_;
    const auto better = [&](const FusedOption& other) {
      return other.steps == steps && other.cost <= option.cost && (!linear || other.pass.layout == linear_);
    };
    if (std::ranges::any_of(list_, better)) return;
    std::erase_if(list_, [&](const FusedOption& other) {
      return other.steps == steps && other.cost >= option.cost && (linear || !(other.pass.layout == linear_));
    });
    list_.push_back(std::move(option));
  }
  std::vector<FusedOption> take() { return std::move(list_); }

 private:
  const FusedLayout& linear_;
  std::vector<FusedOption> list_;
};

/// Index bits in which partners of the next steps differ, or that tell low ends from high ends: those that a fragment
/// had better hold.
std::vector<std::uint32_t> useful_bits(std::span<const Pattern> steps, unsigned index_bits) {
  constexpr std::size_t steps_ahead = 5, most = 6;
  std::vector<std::uint32_t> bits;
  const auto add = [&](std::uint64_t power) {
    if (!std::has_single_bit(power)) return;
    const auto position = static_cast<std::uint32_t>(std::countr_zero(power));
    if (position < channel_bits || position >= index_bits || bits.size() == most) return;
    if (std::ranges::find(bits, position) == bits.end()) bits.push_back(position);
  };
  for (const Pattern& step : steps.first(std::min(steps.size(), steps_ahead))) {
    add(step.length);
    add(step.distance);
    add(step.distance + step.length);
  }
  return bits;
}

/// Sets of target bits worth trying: of the useful ones, filled up with the highest or with the lowest.
std::set<std::vector<std::uint32_t>> target_sets(std::span<const Pattern> steps, const FusedLayout& linear) {
  const std::vector<std::uint32_t> useful = useful_bits(steps, linear.index_bits);
  const std::size_t room = linear.target_bits.size();
  std::set<std::vector<std::uint32_t>> sets;
  const auto insert = [&sets](const std::set<std::uint32_t>& set) { sets.emplace(set.begin(), set.end()); };
  for (std::uint32_t subset = 0; subset < 1u << useful.size(); ++subset) {
    std::set<std::uint32_t> chosen;
    for (std::size_t j = 0; j < useful.size(); ++j) {
      if (subset >> j & 1) chosen.insert(useful[j]);
    }
    if (chosen.size() > room) continue;
    std::set<std::uint32_t> high = chosen, low = chosen;
    for (std::uint32_t bit = linear.index_bits; high.size() < room;) high.insert(--bit);
    for (std::uint32_t bit = channel_bits; low.size() < room;) low.insert(bit++);
    insert(high);
    insert(low);
  }
  return sets;
}

std::size_t count_comparisons(const FusedWindow& window) {
  std::size_t count = 0;
  for (const auto& step : window.steps) count += step.size();
  return count;
}

void add_window(Options& options, FusedWindow window, const FusedLayout& layout) {
  const std::size_t steps = window.steps.size(), texels = window.texels.size(), work = count_comparisons(window);
  options.add(steps, texels, work,
              {FusedForm::window, layout, {}, std::make_shared<const FusedWindow>(std::move(window))});
}

void add_windows(Options& options, FusedSteps steps, const FusedLayout& linear) {
  std::vector<Pattern> patterns;
  for (const auto& step : steps) {
    if (!has_window_form(*step)) break;
    patterns.push_back(step->patterns.front());
  }
  if (patterns.empty()) return;
  // What shaders may hold in registers, and what they may do before compiling takes longer than sorting: of wider keys,
  // of which fragments hold fewer, each comparison is several times as long.
  const std::size_t texels = fragment_texels(linear);
  const std::size_t most_texels = std::max<std::size_t>(std::min<std::size_t>(4 * texels, 32), texels + texels / 2);
  const std::size_t most_comparisons = std::min<std::size_t>(16 * texels * texels, 2048);
  for (const auto& targets : target_sets(patterns, linear)) {
    const FusedLayout layout = plain_layout(linear.index_bits, targets);
    for (std::size_t count = 1; count <= patterns.size(); ++count) {
      auto window = make_window(std::span(patterns).first(count), layout, most_texels);
      if (!window || count_comparisons(*window) > most_comparisons) break;
      add_window(options, std::move(*window), layout);
    }
  }
}

void add_exchanges(Options& options, FusedSteps steps, const FusedLayout& linear) {
  std::vector<XorStep> exchanges;
  for (const auto& step : steps) {
    const auto exchange = as_xor(*step);
    if (!exchange) break;
    exchanges.push_back(*exchange);
    const std::size_t texels = fragment_texels(linear), comparisons = 2 * texels * exchanges.size();
    const auto add = [&](std::optional<FusedExchange> fused) {
      if (!fused) return false;
      options.add(exchanges.size(), texels, comparisons,
                  {FusedForm::exchange, std::move(fused->layout), std::move(fused->steps)});
      return true;
    };
    const bool fused = add(fuse(exchanges, linear)), fused_linear = add(fuse_linear(exchanges, linear));
    if (!fused && !fused_linear) break;
  }
}

}  // namespace

double fused_cost(std::size_t texels, std::size_t comparisons, const FusedLayout& linear) {
  // Estimates for Mesa's software rasteriser: a pass starts in the time of this many texels. There, what a comparison
  // is taken to cost, from nothing to four times this, made no difference to 2^20 keys that could be measured.
  constexpr double comparison = 1.0 / 24, start = 1 << 16;
  const double fragments = static_cast<double>(std::uint64_t{1} << linear.index_bits) /
                           static_cast<double>(fragment_texels(linear) << channel_bits);
  return static_cast<double>(texels + fragment_texels(linear)) + comparison * static_cast<double>(comparisons) +
         start / fragments;
}

std::vector<FusedOption> fused_options(FusedSteps steps, std::uint64_t n, const FusedLayout& linear) {
  const auto log2_targets = static_cast<unsigned>(linear.target_bits.size());
  Options options(linear);
  if (linear.index_bits == channel_bits + log2_targets) {
    add_window(options, make_whole_window(steps, n, log2_targets), linear);
    return options.take();
  }
  add_windows(options, steps, linear);
  add_exchanges(options, steps, linear);
  std::vector<FusedOption> found = options.take();
  if (found.empty()) {
    // Each key is a search of its own, and reads a texel for one word.
    constexpr std::size_t search = 8;
    const std::size_t texels = fragment_texels(linear), keys = texels << channel_bits;
    found.push_back({1, fused_cost(texels + search * keys, keys, linear), {FusedForm::search, linear}});
  }
  return found;
}

}  // namespace texelsort::algorithms
