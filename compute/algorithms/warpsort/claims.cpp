#include "compute/algorithms/warpsort/claims.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"

namespace texelsort::algorithms::warpsort {
namespace {

using Found = std::optional<Violation>;

/// Compares the output of a merge with the records of its ranges in sorted order, and returns the first difference.
/// Returns null if there is none.
Found find_wrong_merge(const Observation& seen, const Merge& merge) {
  std::vector<Record> expected, found;
  for (const IndexRange& range : merge.from) {
    for (std::uint64_t i = range.first; i < range.last; ++i) expected.push_back(record_before(seen, i));
  }
  for (std::uint64_t i = 0; i < expected.size(); ++i) {
    found.push_back(record_after(seen, merge.place + i));
    if (i > 0 && found[i].first < found[i - 1].first) {
      return Violation{"is smaller than its predecessor", merge.place + i, {}};
    }
  }
  std::ranges::sort(expected);
  std::ranges::sort(found);
  if (expected == found) return std::nullopt;
  return Violation{
      fmt::format("places {} to {} do not hold the merged keys", merge.place, merge.place + expected.size() - 1),
      merge.place,
      {}};
}

Found find_wrong(const Observation& seen, const std::vector<Merge>& merges) {
  for (const Merge& merge : merges) {
    if (Found found = find_wrong_merge(seen, merge)) return found;
  }
  return std::nullopt;
}

/// Compares a table with its reference, and checks that the pass has moved no key. Returns the first difference, or
/// null if there is none.
Found find_wrong_table(const Observation& seen, std::string_view element, const std::vector<std::uint64_t>& found,
                       const std::vector<std::uint64_t>& expected) {
  if (Found wrong = find_difference(element, found, expected)) return wrong;
  return find_move(seen);
}

Claim parts_claim(const Scene& scene, std::uint64_t round) {
  const bool last = round + 1 == scene.plan.part_rounds;
  return {last ? "every part is sorted, and so is the whole array"
               : fmt::format("in each part, groups of {} subsequences are merged", std::uint64_t{2} << round),
          [scene, round, last](const Observation& seen) -> Found {
            const auto merges = merge_parts(scene.plan, round, seen.table(tables::PartsOfOneValue{}),
                                            seen.table(tables::PartBounds{}), seen.table(tables::PartPlaces{}));
            if (Found found = find_wrong(seen, merges)) return found;
            if (!last || std::ranges::is_sorted(seen.after)) return std::nullopt;
            return Violation{"the parts are sorted, but the whole array is not", {}, {}};
          }};
}

}  // namespace

Claim step_claim(const Scene& scene, const WarpsortStep& step) {
  const Plan& plan = scene.plan;
  const auto splitters = [scene](const Observation& seen) {
    return SplitterKeys{scene.ranks(seen.table(tables::PartKeys{})), seen.table(tables::PartKeyPlaces{})};
  };
  switch (step.kind) {
    case WarpsortStep::Kind::tiles:
      return {fmt::format("every {} keys are sorted", plan.settings.tile),
              [plan](const Observation& seen) { return find_wrong(seen, sort_tiles(plan)); }};
    case WarpsortStep::Kind::runs:
      return {fmt::format("every {} keys are sorted", 2 * plan.run_length(step.round)),
              [plan, step](const Observation& seen) { return find_wrong(seen, merge_runs(plan, step.round)); }};
    case WarpsortStep::Kind::splitters:
      return {fmt::format("the splitters are every {}-th key of the sorted sample, with ties broken by position",
                          plan.settings.sample),
              [plan, splitters](const Observation& seen) -> Found {
                const SplitterKeys found = splitters(seen), expected = choose_splitters(plan, seen.before);
                if (Found wrong = find_difference("splitter", found.ranks, expected.ranks)) return wrong;
                if (Found wrong = find_difference("splitter place", found.places, expected.places)) return wrong;
                return find_wrong_table(seen, "one-value mark", seen.table(tables::PartsOfOneValue{}),
                                        find_parts_of_one_value(plan, expected.ranks, seen.before));
              }};
    case WarpsortStep::Kind::bounds:
      return {fmt::format("every sequence is cut at the first key that follows each of the {} splitters",
                          plan.settings.parts - 1),
              [plan, splitters](const Observation& seen) {
                return find_wrong_table(seen, "bound", seen.table(tables::PartBounds{}),
                                        split_sequences(plan, splitters(seen), seen.before));
              }};
    case WarpsortStep::Kind::places:
      return {"the place of every subsequence is the sum of the sizes before it, part after part",
              [plan](const Observation& seen) {
                return find_wrong_table(seen, "place", seen.table(tables::PartPlaces{}),
                                        place_parts(plan, seen.table(tables::PartBounds{})));
              }};
    case WarpsortStep::Kind::parts:
      break;
  }
  return parts_claim(scene, step.round);
}

}  // namespace texelsort::algorithms::warpsort
