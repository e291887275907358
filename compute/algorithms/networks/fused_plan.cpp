#include "compute/algorithms/networks/fused_plan.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "compute/algorithms/networks/fused_choice.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

/// A plan in the making.
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

/// As many steps a pass as fit, from the first on; the last ones in the linear layout.
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

/// Options for what is left of a network: looked for once where the next steps are the same, as in networks of many
/// equal phases.
class KnownOptions {
 public:
  KnownOptions(std::uint64_t n, const FusedLayout& linear) : n_(n), linear_(linear) {}

  const std::vector<FusedOption>& operator()(FusedSteps steps) {
    for (auto known = known_.rbegin(); known != known_.rend(); ++known) {
      if (same(known->steps, steps)) return known->options;
    }
    return known_.emplace_back(steps, fused_options(steps, n_, linear_)).options;
  }

 private:
  struct Known {
    FusedSteps steps;
    std::vector<FusedOption> options;
    Known(FusedSteps for_steps, std::vector<FusedOption> found) : steps(for_steps), options(std::move(found)) {}
  };
  std::uint64_t n_;
  const FusedLayout& linear_;
  std::deque<Known> known_;  // which never moves what it holds
};

/// The cheapest sequence of passes, found from the last step backwards.
void plan_cheapest(Planning& plan, FusedSteps steps, std::uint64_t n, const FusedLayout& linear,
                   std::size_t most_steps) {
  KnownOptions options(n, linear);
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

FusedPlan plan_fused(const Schedule& schedule, unsigned log2_targets, std::size_t most_steps) {
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
    plan_cheapest(plan, steps, schedule.n, linear, most_steps);
  }
  return plan.finish();
}

}  // namespace texelsort::algorithms
