#include "compute/algorithms/randomized/claims.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/randomized/reference.h"

namespace texelsort::algorithms::randomized {
namespace {

using Found = std::optional<Violation>;
using Numbers = std::vector<std::uint64_t>;

std::vector<Record> records(const Observation& seen, Record (*record)(const Observation&, std::uint64_t)) {
  std::vector<Record> all(seen.after.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = record(seen, i);
  return all;
}

Found find_other_record(const std::vector<Record>& seen, const std::vector<Record>& expected) {
  const auto wrong = std::ranges::mismatch(seen, expected).in1;
  if (wrong == seen.end()) return std::nullopt;
  return Violation{"does not hold the expected key or payload", static_cast<std::uint64_t>(wrong - seen.begin()), {}};
}

/// Tables that the reference implementations of the first three steps of a level compute.
struct Tables {
  Numbers splitters, counts, scan;

  Tables(const Scene& scene, const Observation& seen)
      : splitters(randomized::splitters(*scene.level, seen.before, scene.largest())),
        counts(count(*scene.level, scene.settings, seen.before, splitters)),
        scan(counts.size()) {
    std::exclusive_scan(counts.begin(), counts.end(), scan.begin(), std::uint64_t{0});
  }
};

/// Returns a key that is not in its bucket, found without the reference implementation of step 4. Returns null if there
/// is none.
Found find_stray(const Tables& made, const Level& level, std::span<const std::uint64_t> codes) {
  const auto [starts, sizes] = buckets(level, made.scan);
  for (std::size_t j = 0; j < starts.size(); ++j) {
    const auto own = std::span(made.splitters).subspan(j / level.k * level.k, level.k);
    for (std::uint64_t i = starts[j]; i < starts[j] + sizes[j]; ++i) {
      if (find_bucket(own, codes[i]) != j % level.k) {
        return Violation{fmt::format("is not a key of bucket {}", j), i, {}};
      }
    }
  }
  return std::nullopt;
}

Found find_other_splitter(const Scene& scene, const Observation& seen) {
  const Numbers found = ranks_of_view(seen.table(tables::Splitters{}), scene.order);
  return find_difference("splitter", found, splitters(*scene.level, seen.before, scene.largest()));
}

Found find_other_start(const Scene& scene, const Observation& seen, const Tables& made) {
  const auto [starts, sizes] = buckets(*scene.level, made.scan);
  if (Found wrong = find_difference("sum", seen.table(tables::BucketScan{}), made.scan)) return wrong;
  if (Found wrong = find_difference("start", seen.table(tables::BucketStarts{}), starts)) return wrong;
  return find_difference("size", seen.table(tables::BucketSizes{}), sizes);
}

/// Returns whether the order of keys after step 4 is deterministic.
bool is_exact(const Settings& settings) {
  return settings.columns == settings.workgroup;
}

/// Returns a position whose key or payload differs from the reference of step 4. Ignores the order of keys that share a
/// counter. Returns null if there is no such position.
Found find_other_place(const Scene& scene, const Observation& seen, const Tables& made,
                       const std::vector<bool>& skipped) {
  if (Found wrong = find_stray(made, *scene.level, seen.after)) return wrong;
  std::vector<Record> expected, after = records(seen, record_after);
  for (const std::uint64_t from :
       scatter(*scene.level, scene.settings, seen.before, made.splitters, made.scan, skipped)) {
    expected.push_back(record_before(seen, from));
  }
  const Numbers ends = cells(*scene.level, made.scan);
  for (std::size_t c = 1; !is_exact(scene.settings) && c < ends.size(); ++c) {
    for (std::vector<Record>* all : {&expected, &after}) {
      std::sort(all->begin() + static_cast<std::ptrdiff_t>(ends[c - 1]),
                all->begin() + static_cast<std::ptrdiff_t>(ends[c]));
    }
  }
  return find_other_record(after, expected);
}

/// Returns, for a level by blocks, which parents contain only one value. The keys of these parents do not move.
std::vector<bool> parents_that_stay(const Level& level, const Tables& made) {
  const auto [starts, sizes] = buckets(level, made.scan);
  std::vector<FoundBucket> found;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto own = std::span(made.splitters).subspan(i / level.k * level.k, level.k);
    found.push_back({static_cast<std::uint32_t>(starts[i]), static_cast<std::uint32_t>(sizes[i]),
                     holds_one_value(own, i % level.k) ? 1u : 0u});
  }
  return parents_of_one_value(level, found);
}

}  // namespace

std::uint64_t Scene::largest() const {
  const std::uint64_t code = data::key_bytes(order.type) == 8 ? ~std::uint64_t{0} : std::uint64_t{~std::uint32_t{0}};
  return data::rank_of_code(code, order.comparison, order.type, order.order);
}

Claim claim_splitters(const Scene& scene) {
  return {"the splitters of each bucket are every a-th key of its sorted sample", [scene](const Observation& seen) {
            const Found wrong = find_other_splitter(scene, seen);
            return wrong ? wrong : find_move(seen);
          }};
}

Claim claim_counts(const Scene& scene) {
  return {"row j of the table counts the keys in (s[j-1], s[j]], with one column per counter of a tile",
          [scene](const Observation& seen) {
            const Tables made(scene, seen);
            if (Found wrong = find_difference("count", seen.table(tables::BucketCounts{}), made.counts)) return wrong;
            return find_move(seen);
          }};
}

Claim claim_starts(const Scene& scene) {
  return {
      "each element of the table is the sum of the counts before it, and each bucket starts where the previous one "
      "ends",
      [scene](const Observation& seen) {
        const Found wrong = find_other_start(scene, seen, Tables(scene, seen));
        return wrong ? wrong : find_move(seen);
      }};
}

Claim claim_buckets(const Scene& scene) {
  return {
      is_exact(scene.settings)
          ? "bucket j holds only keys in (s[j-1], s[j]], and the keys of each counter are in the order of the array"
          : "bucket j holds only keys in (s[j-1], s[j]], and the keys of each counter are in any order",
      [scene](const Observation& seen) { return find_other_place(scene, seen, Tables(scene, seen), scene.skipped); }};
}

Claim claim_distribution(const Scene& scene) {
  return {
      "bucket j holds only keys in (s[j-1], s[j]] at the place given by the table, and s is every a-th key of a sorted "
      "sample",
      [scene](const Observation& seen) -> Found {
        const Tables made(scene, seen);
        if (Found wrong = find_other_splitter(scene, seen)) return wrong;
        if (Found wrong = find_other_start(scene, seen, made)) return wrong;
        return find_other_place(scene, seen, made, parents_that_stay(*scene.level, made));
      }};
}

Claim claim_sorted() {
  return {"the whole array is sorted", [](const Observation& seen) -> Found {
            Numbers sorted(seen.before.begin(), seen.before.end());
            std::ranges::sort(sorted);
            if (Found wrong = find_difference("code", seen.after, sorted)) return wrong;
            std::vector<Record> before = records(seen, record_before), after = records(seen, record_after);
            std::ranges::sort(before);
            std::ranges::sort(after);
            return find_other_record(after, before);
          }};
}

}  // namespace texelsort::algorithms::randomized
