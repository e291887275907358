#include "compute/algorithms/warpsort/warpsort_claims.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"

namespace texelsort::algorithms::warpsort {
namespace {

using Found = std::optional<Violation>;

/// The places that a merge fills hold the records of its stretches, in order.
Found find_wrong_merge(const Observation& seen, const Merge& merge) {
  std::vector<Record> expected, found;
  for (const Stretch& stretch : merge.from) {
    for (std::uint64_t i = stretch.first; i < stretch.last; ++i) expected.push_back(record_before(seen, i));
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
      fmt::format("places {} to {} do not hold what was merged", merge.place, merge.place + expected.size() - 1),
      merge.place,
      {}};
}

Found find_wrong(const Observation& seen, const std::vector<Merge>& merges) {
  for (const Merge& merge : merges) {
    if (Found found = find_wrong_merge(seen, merge)) return found;
  }
  return std::nullopt;
}

}  // namespace

Claim claim_tiles(const Scene& scene) {
  return {fmt::format("every {} keys are sorted", scene.plan.settings.tile), [scene](const Observation& seen) {
            std::vector<Merge> tiles;
            const Plan& plan = scene.plan;
            for (std::uint64_t i = 0; i * plan.settings.tile < plan.n; ++i) {
              const Stretch tile = sequence(i, plan.settings.tile, plan.n);
              tiles.push_back({{tile}, tile.first});
            }
            return find_wrong(seen, tiles);
          }};
}

Claim claim_runs(const Scene& scene, std::uint64_t round) {
  return {fmt::format("every {} keys are sorted", 2 * scene.plan.run_length(round)),
          [scene, round](const Observation& seen) { return find_wrong(seen, merges_of_runs(scene.plan, round)); }};
}

Claim claim_splitters(const Scene& scene) {
  return {fmt::format("the splitters are every {}-th key of the sorted sample", scene.plan.settings.sample),
          [scene](const Observation& seen) {
            const auto expected = splitters(scene.plan, seen.before);
            if (Found found = find_difference("splitter", scene.ranks(seen.table(tables::PartKeys{})), expected))
              return found;
            return find_move(seen);
          }};
}

Claim claim_bounds(const Scene& scene) {
  return {fmt::format("every sequence is cut where keys get greater than each of the {} splitters",
                      scene.plan.settings.parts - 1),
          [scene](const Observation& seen) {
            const auto expected = bounds(scene.plan, scene.ranks(seen.table(tables::PartKeys{})), seen.before);
            if (Found found = find_difference("bound", seen.table(tables::PartBounds{}), expected)) return found;
            return find_move(seen);
          }};
}

Claim claim_places(const Scene& scene) {
  return {"the place of every subsequence is the sum of the sizes before it, part after part",
          [scene](const Observation& seen) {
            const auto expected = places(scene.plan, seen.table(tables::PartBounds{}));
            if (Found found = find_difference("place", seen.table(tables::PartPlaces{}), expected)) return found;
            return find_move(seen);
          }};
}

Claim claim_parts(const Scene& scene, std::uint64_t round) {
  const bool last = round + 1 == scene.plan.part_rounds;
  return {last ? "every part is sorted, and so is the whole array"
               : fmt::format("every {} subsequences of each part are merged", std::uint64_t{2} << round),
          [scene, round, last](const Observation& seen) -> Found {
            const auto merges =
                merges_of_parts(scene.plan, round, seen.table(tables::PartBounds{}), seen.table(tables::PartPlaces{}));
            if (Found found = find_wrong(seen, merges)) return found;
            if (!last || std::ranges::is_sorted(seen.after)) return std::nullopt;
            return Violation{"parts are sorted, and the whole array is not", {}, {}};
          }};
}

}  // namespace texelsort::algorithms::warpsort
