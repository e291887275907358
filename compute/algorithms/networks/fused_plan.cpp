#include "compute/algorithms/networks/fused_plan.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <set>
#include <utility>

#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

using network::Pattern;

/// A possible next pass, which executes the next `steps` steps of the network.
struct FusedOption {
  std::size_t steps = 0;
  double cost = 0;  ///< cost in units of one texel that every fragment reads or writes
  FusedPass pass;
};

using FusedSteps = std::span<const std::shared_ptr<const network::Step>>;

std::size_t fragment_texels(const FusedLayout& layout) {
  return std::size_t{1} << layout.target_bits.size();
}

/// Returns the cost of a pass whose fragments read `texels` texels and compare `comparisons` words. The cost includes
/// the writes.
double fused_cost(std::size_t texels, std::size_t comparisons, const FusedLayout& linear) {
  // Estimates for Mesa's software rasteriser: a comparison costs 1/24 of a texel, and the start of a pass costs 2^16
  // texels. For 2^20 keys, costs of a comparison from zero to 4/24 of a texel made no measurable difference.
  constexpr double comparison = 1.0 / 24, start = 1 << 16;
  const double fragments = static_cast<double>(std::uint64_t{1} << linear.index_bits) /
                           static_cast<double>(fragment_texels(linear) << channel_bits);
  return static_cast<double>(texels + fragment_texels(linear)) + comparison * static_cast<double>(comparisons) +
         start / fragments;
}

/// Set of possible next passes, without passes that are no better than another one. The other pass executes the same
/// steps, has a compatible layout and costs no more.
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

/// Returns the index bits that fragments should hold: the bits in which partners of the next steps differ, and the bits
/// that distinguish low from high places of comparators.
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

/// Returns candidate sets of target bits: subsets of the useful bits, padded with the highest or the lowest bits.
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

void add_windows(Options& options, FusedSteps steps, const FusedLayout& linear, bool short_programs) {
  std::vector<Pattern> patterns;
  for (const auto& step : steps) {
    if (!has_window_form(*step)) break;
    patterns.push_back(step->patterns.front());
  }
  if (patterns.empty()) return;
  // The limits avoid a lack of registers, and programs that compile for longer than they sort. With wider keys,
  // fragments hold fewer texels, and each comparison has several times as many instructions.
  const std::size_t texels = fragment_texels(linear);
  const std::size_t most_texels = std::max<std::size_t>(std::min<std::size_t>(4 * texels, 32), texels + texels / 2);
  const std::size_t most_comparisons = std::min<std::size_t>((short_programs ? 10 : 16) * texels * texels, 2048);
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

/// Returns the cheapest pass for every number of first steps that can share a pass, and the cheapest pass that ends in
/// the linear layout. Returns a search for the first step if there is no such pass. All passes have only steps of
/// `steps`.
std::vector<FusedOption> fused_options(FusedSteps steps, std::uint64_t n, const FusedLayout& linear,
                                       bool short_programs) {
  const auto log2_targets = static_cast<unsigned>(linear.target_bits.size());
  Options options(linear);
  if (linear.index_bits == channel_bits + log2_targets) {
    add_window(options, make_whole_window(steps, n, log2_targets), linear);
    return options.take();
  }
  add_windows(options, steps, linear, short_programs);
  add_exchanges(options, steps, linear);
  std::vector<FusedOption> found = options.take();
  if (found.empty()) {
    // Each key needs its own search, and reads a whole texel for one word.
    constexpr std::size_t search = 8;
    const std::size_t texels = fragment_texels(linear), keys = texels << channel_bits;
    found.push_back({1, fused_cost(texels + search * keys, keys, linear), {FusedForm::search, linear}});
  }
  return found;
}

/// Builder of a fused plan, which contains the passes that are already planned.
class Planning {
 public:
  Planning(const Schedule& schedule, FusedLayout linear)
      : schedule_(schedule), linear_(std::move(linear)), grouped_(schedule.n) {}

  void add(std::size_t first, std::size_t last, FusedPass pass) {
    grouped_.join(schedule_, first, last);
    passes_.push_back(std::move(pass));
  }

  FusedPlan finish() {
    if (!passes_.empty() && !(passes_.back().layout == linear_)) {
      PassHeader header = schedule_.passes.back().header;
      header.index = grouped_.passes.size();
      header.label = "restore order";
      grouped_.passes.push_back({header, {}});
      passes_.push_back({FusedForm::exchange, linear_});
    }
    return {std::make_shared<const Schedule>(std::move(grouped_)), std::move(passes_), linear_.index_bits};
  }

 private:
  const Schedule& schedule_;
  FusedLayout linear_;
  Schedule grouped_;
  std::vector<FusedPass> passes_;
};

FusedPass as_pass(FusedExchange exchange) {
  return {FusedForm::exchange, std::move(exchange.layout), std::move(exchange.steps)};
}

/// Adds passes with as many steps as possible, starting with the first step. The last pass ends in the linear layout.
void plan_exchanges(Planning& plan, std::span<const XorStep> steps, const FusedLayout& linear, std::size_t most_steps) {
  const std::size_t tail = linear_tail(steps, linear, most_steps);
  const std::size_t end = steps.size() - tail;
  for (std::size_t first = 0; first < end;) {
    std::size_t count = 0;
    std::optional<FusedExchange> longest;
    while (count < std::min(most_steps, end - first)) {
      auto longer = fuse(steps.subspan(first, count + 1), linear);
      if (!longer) break;
      longest = std::move(longer);
      ++count;
    }
    if (!longest) throw InternalError("a fragment with one target bit executes any XOR step; report this as a bug");
    plan.add(first, first + count, as_pass(std::move(*longest)));
    first += count;
  }
  if (tail > 0) plan.add(end, steps.size(), as_pass(*fuse_linear(steps.last(tail), linear)));
}

bool same(FusedSteps a, FusedSteps b) {
  return std::ranges::equal(a, b, [](const auto& left, const auto& right) {
    return left == right || (left->patterns == right->patterns && left->listed == right->listed);
  });
}

/// Possible passes for the next steps of a network. Equal next steps are computed only once, because many networks have
/// equal phases.
class KnownOptions {
 public:
  KnownOptions(std::uint64_t n, const FusedLayout& linear, bool short_programs)
      : n_(n), linear_(linear), short_programs_(short_programs) {}

  const std::vector<FusedOption>& operator()(FusedSteps steps) {
    for (auto known = known_.rbegin(); known != known_.rend(); ++known) {
      if (same(known->steps, steps)) return known->options;
    }
    return known_.emplace_back(steps, fused_options(steps, n_, linear_, short_programs_)).options;
  }

 private:
  struct Known {
    FusedSteps steps;
    std::vector<FusedOption> options;
    Known(FusedSteps for_steps, std::vector<FusedOption> found) : steps(for_steps), options(std::move(found)) {}
  };
  std::uint64_t n_;
  const FusedLayout& linear_;
  bool short_programs_;
  std::deque<Known> known_;  // a deque, because the addresses of its elements must stay valid
};

/// Finds the cheapest sequence of passes by dynamic programming from the last step backwards.
void plan_cheapest(Planning& plan, FusedSteps steps, std::uint64_t n, const FusedLayout& linear, std::size_t most_steps,
                   bool short_programs) {
  KnownOptions options(n, linear, short_programs);
  const std::size_t end = steps.size();
  std::vector<double> cost(end + 1, 0);
  std::vector<const FusedOption*> choice(end, nullptr);
  const double restoring = fused_cost(std::size_t{1} << linear.target_bits.size(), 0, linear);
  for (std::size_t first = end; first-- > 0;) {
    cost[first] = std::numeric_limits<double>::infinity();
    for (const FusedOption& option : options(steps.subspan(first, std::min(most_steps, end - first)))) {
      const std::size_t next = first + option.steps;
      const bool to_restore = next == end && !(option.pass.layout == linear);
      const double whole = option.cost + cost[next] + (to_restore ? restoring : 0);
      if (whole >= cost[first]) continue;
      cost[first] = whole;
      choice[first] = &option;
    }
  }
  for (std::size_t first = 0; first < end; first += choice[first]->steps) {
    plan.add(first, first + choice[first]->steps, choice[first]->pass);
  }
}

}  // namespace

FusedPlan plan_fused(const Schedule& schedule, unsigned log2_targets, std::size_t most_steps, bool short_programs) {
  const auto needed = static_cast<unsigned>(schedule.n < 2 ? 0 : std::bit_width(schedule.n - 1));
  const FusedLayout linear = linear_layout(std::max(needed, channel_bits + log2_targets), log2_targets);
  Planning plan(schedule, linear);
  std::vector<std::shared_ptr<const network::Step>> steps;
  std::vector<XorStep> exchanges;
  for (const NetworkPass& pass : schedule.passes) {
    steps.push_back(pass.steps.front());
    if (const auto exchange = as_xor(*steps.back())) exchanges.push_back(*exchange);
  }
  if (exchanges.size() == steps.size()) {
    plan_exchanges(plan, exchanges, linear, most_steps);
  } else {
    plan_cheapest(plan, steps, schedule.n, linear, most_steps, short_programs);
  }
  return plan.finish();
}

}  // namespace texelsort::algorithms
