#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {
namespace {

/// Checks a merge of sorted sequences that begin at `starts`. Returns the first error, or null if the merge is correct.
std::optional<Violation> find_wrong_merge(const Observation& seen, std::span<const std::uint64_t> starts, bool stable,
                                          const KeyText& text) {
  std::vector<std::uint64_t> places(seen.before.size());
  std::iota(places.begin(), places.end(), 0);
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const std::span own = std::span(places).subspan(starts[i], starts[i + 1] - starts[i]);
    std::ranges::stable_sort(own, {}, [&](std::uint64_t place) { return seen.before[place]; });
  }
  for (std::uint64_t i = 0; i < places.size(); ++i) {
    if (seen.after[i] != seen.before[places[i]]) {
      const std::string values =
          text ? fmt::format("is {} instead of {}", text(seen.after[i]), text(seen.before[places[i]])) : "is wrong";
      return Violation{fmt::format("{}: merging puts the key from index {} here", values, places[i]), i, {}};
    }
    if (stable && !seen.payload_before.empty() && seen.payload_after[i] != seen.payload_before[places[i]]) {
      return Violation{fmt::format("has payload {} instead of {}: equal keys have changed their order",
                                   seen.payload_after[i], seen.payload_before[places[i]]),
                       i,
                       {}};
    }
  }
  return std::nullopt;
}

}  // namespace

Claim sorted_claim() {
  return {"the whole array is sorted", [](const Observation& seen) -> std::optional<Violation> {
            const auto wrong = std::ranges::is_sorted_until(seen.after);
            if (wrong == seen.after.end()) return std::nullopt;
            return Violation{"is smaller than its predecessor", static_cast<std::uint64_t>(wrong - seen.after.begin()),
                             std::nullopt};
          }};
}

Claim merged_claim(std::vector<std::uint64_t> starts, std::uint64_t ways, bool stable, KeyText text) {
  auto merged = std::make_shared<const std::vector<std::uint64_t>>(merged_starts(starts, ways));
  const char* how = stable ? ", merged stably" : "";
  return {merged->size() == 2 ? fmt::format("all keys form one sorted sequence{}", how)
                              : fmt::format("there are {} sorted sequences{}", merged->size() - 1, how),
          [merged, stable, text = std::move(text)](const Observation& seen) {
            return find_wrong_merge(seen, *merged, stable, text);
          }};
}

}  // namespace texelsort::algorithms
