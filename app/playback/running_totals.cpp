#include "app/playback/running_totals.h"

#include <utility>
#include <vector>

#include "compute/data/keys/order.h"

namespace texelsort::app {

namespace {

/// Swaps of each pass of a run, from the first pass on, as far as they have been counted.
struct CountedSwaps {
  std::vector<std::uint64_t> of_pass;
};

/// Returns the number of comparators of a pass that exchanged their keys. A pass exchanged the keys of a comparator if
/// the key of its lower place has changed.
std::uint64_t swaps_between(const std::vector<std::vector<algorithms::NetworkStep>>& steps, std::size_t pass,
                            const std::vector<std::uint64_t>& before, const std::vector<std::uint64_t>& after) {
  std::uint64_t swaps = 0;
  for (const auto& step : steps[pass]) {
    network::for_each_comparator(*step, before.size(), [&](const network::Comparator& comparator) {
      swaps += before[comparator.low] != after[comparator.low] ? 1 : 0;
    });
  }
  return swaps;
}

std::optional<std::uint64_t> count_swaps(Player& player, const std::vector<std::vector<algorithms::NetworkStep>>& steps,
                                         std::uint64_t passes) {
  if (player.n() > most_counted_swaps) return std::nullopt;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    // No array stores the keys between the steps of a fused pass, which alone would show its swaps.
    if (steps[pass].size() > 1) return std::nullopt;
    const std::uint64_t known = steps[pass].empty() ? 0 : network::count_comparators(*steps[pass].front(), player.n());
    if (known != player.records()[pass].counters.comparators) return std::nullopt;
  }
  auto& counted = player.of_run().keep<CountedSwaps>().of_pass;
  const data::Order order = player.problem().order;
  if (counted.size() + 1 == passes && player.before() != nullptr) {
    counted.push_back(swaps_between(steps, passes - 1, data::codes(player.before()->keys, order),
                                    data::codes(player.state()->keys, order)));
  } else if (counted.size() < passes) {
    std::vector<std::uint64_t> before;
    player.visit_states(counted.size(), [&](const data::State& state) {
      auto after = data::codes(state.keys, order);
      if (!before.empty()) counted.push_back(swaps_between(steps, counted.size(), before, after));
      before = std::move(after);
    });
  }
  std::uint64_t swaps = 0;
  for (std::uint64_t pass = 0; pass < passes; ++pass) swaps += counted[pass];
  return swaps;
}

}  // namespace

RunningTotals running_totals(Player& player) {
  const auto records = player.records();
  RunningTotals totals{.passes = player.position(), .comparisons = {}, .swaps = {}};
  std::uint64_t comparisons = 0;
  for (const auto& record : records) {
    comparisons += record.counters.comparators;
    totals.bytes += record.counters.bytes;
  }
  using Steps = std::vector<std::vector<algorithms::NetworkStep>>;
  const Steps& steps = player.of_run().get([&] { return player.run().steps_of_passes(); });
  if (steps.empty()) return totals;
  totals.comparisons = comparisons;
  if (steps.size() >= totals.passes && player.n() > 0) {
    totals.swaps = player.of_state().get([&] { return count_swaps(player, steps, totals.passes); });
  }
  return totals;
}

}  // namespace texelsort::app
