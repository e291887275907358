#include "compute/algorithms/quick/claims.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"

namespace texelsort::algorithms::quick {
namespace {

using Found = std::optional<Violation>;

/// Checks where the records of a share have moved. `places` has the start of each of the three classes. Within its
/// class, a record may be anywhere. Returns the first position without a record of its class.
Found find_misplaced(const Observation& seen, const Share& share, std::uint64_t pivot, const std::uint64_t* places) {
  std::vector<Record> expected[3];
  for (std::uint64_t i = share.first; i < share.last; ++i) {
    const std::uint64_t key = seen.before[i];
    expected[key < pivot ? 0 : key == pivot ? 1 : 2].push_back(record_before(seen, i));
  }
  for (unsigned kind = 0; kind < 3; ++kind) {
    std::vector<Record> found;
    for (std::uint64_t i = 0; i < expected[kind].size(); ++i) {
      found.push_back(record_after(seen, places[kind] + i));
    }
    std::ranges::sort(found);
    std::ranges::sort(expected[kind]);
    const auto wrong = std::ranges::mismatch(found, expected[kind]).in1;
    if (wrong == found.end()) continue;
    constexpr const char* names[] = {"less than", "equal to", "greater than"};
    return Violation{fmt::format("places from {} do not hold the keys of {} to {} that are {} the pivot", places[kind],
                                 share.first, share.last - 1, names[kind]),
                     places[kind],
                     {}};
  }
  return std::nullopt;
}

Found find_changed(const Observation& seen, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t i = first; i < last; ++i) {
    if (record_before(seen, i) != record_after(seen, i)) {
      return Violation{"is outside the parts, but has changed", i, {}};
    }
  }
  return std::nullopt;
}

}  // namespace

Claim claim_pivots(const Scene& scene) {
  return {scene.settings.drawn == 1
              ? "the pivot of each part is one of its keys, at a random place"
              : fmt::format("the pivot of each part is the median of {} of its keys, at random places",
                            scene.settings.drawn),
          [scene](const Observation& seen) {
            const auto expected = pivots(*scene.round, scene.settings, seen.before);
            if (Found found = find_difference("pivot", scene.ranks(seen.table(tables::Pivots{})), expected))
              return found;
            return find_move(seen);
          }};
}

Claim claim_counts(const Scene& scene) {
  return {"every block has counted the keys of its share that are smaller than the pivot, equal to it and greater",
          [scene](const Observation& seen) {
            const auto all_pivots = pivots(*scene.round, scene.settings, seen.before);
            const auto expected = class_counts(*scene.round, all_pivots, seen.before);
            if (Found found = find_difference("count", seen.table(tables::ShareCounts{}), expected)) return found;
            return find_move(seen);
          }};
}

Claim claim_places(const Scene& scene) {
  return {
      "every count has become the place of the first of its keys: a part's smaller keys come first, then the equal "
      "keys, then the greater keys",
      [scene](const Observation& seen) {
        const auto all_pivots = pivots(*scene.round, scene.settings, seen.before);
        const Places made = class_places(*scene.round, class_counts(*scene.round, all_pivots, seen.before));
        if (Found found = find_difference("place", seen.table(tables::SharePlaces{}), made.places)) return found;
        if (Found found = find_difference("size", seen.table(tables::PartSizes{}), made.sizes)) return found;
        return find_move(seen);
      }};
}

Claim claim_classes(const Scene& scene) {
  return {
      "each part holds the keys smaller than its pivot, then those equal to it, then the greater keys; the rest of the "
      "array has not changed",
      [scene](const Observation& seen) -> Found {
        const Round& round = *scene.round;
        const auto all_pivots = pivots(round, scene.settings, seen.before);
        const Places made = class_places(round, class_counts(round, all_pivots, seen.before));
        for (std::size_t i = 0; i < round.shares.size(); ++i) {
          const Share& share = round.shares[i];
          if (auto found = find_misplaced(seen, share, all_pivots[share.part], &made.places[3 * i])) return found;
        }
        std::uint64_t at = 0;
        for (const Subarray& part : round.parts) {
          if (Found found = find_changed(seen, at, part.first)) return found;
          at = part.end();
        }
        return find_changed(seen, at, seen.before.size());
      }};
}

}  // namespace texelsort::algorithms::quick
