#include "compute/algorithms/randomized/claims.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/randomized/twin.h"

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
  return Violation{"another key or payload belongs here", static_cast<std::uint64_t>(wrong - seen.begin()), {}};
}

/// What the twins of the first three steps leave.
struct Tables {
  Numbers splitters, counts, scan;

  Tables(const Scene& scene, const Observation& seen)
      : splitters(randomized::splitters(*scene.level, seen.before, scene.largest())),
        counts(count(*scene.level, scene.settings, seen.before, splitters)),
        scan(counts.size()) {
    std::exclusive_scan(counts.begin(), counts.end(), scan.begin(), std::uint64_t{0});
  }
};

/// Every key lies in its bucket, whatever the twin says.
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

}  // namespace

std::uint64_t Scene::largest() const {
  const std::uint64_t code = data::key_bytes(order.type) == 8 ? ~std::uint64_t{0} : std::uint64_t{~std::uint32_t{0}};
  return data::rank_of_code(code, order.comparison, order.type, order.order);
}

Claim claim_splitters(const Scene& scene) {
  return {"the splitters of each bucket are each a-th key of its sorted sample", [scene](const Observation& seen) {
            const Numbers found = ranks_of_view(seen.table(tables::Splitters{}), scene.order);
            const Numbers expected = splitters(*scene.level, seen.before, scene.largest());
            if (Found wrong = find_difference("splitter", found, expected)) return wrong;
            return find_move(seen);
          }};
}

Claim claim_counts(const Scene& scene) {
  return {"row j of the table counts the keys in (s[j-1], s[j]], a column for each counter of a tile",
          [scene](const Observation& seen) {
            const Tables made(scene, seen);
            if (Found wrong = find_difference("count", seen.table(tables::BucketCounts{}), made.counts)) return wrong;
            return find_move(seen);
          }};
}

Claim claim_starts(const Scene& scene) {
  return {"each element of the table is the sum of those before, and each bucket starts where the one before it ends",
          [scene](const Observation& seen) {
            const Tables made(scene, seen);
            const auto [starts, sizes] = buckets(*scene.level, made.scan);
            if (Found wrong = find_difference("sum", seen.table(tables::BucketScan{}), made.scan)) return wrong;
            if (Found wrong = find_difference("start", seen.table(tables::BucketStarts{}), starts)) return wrong;
            if (Found wrong = find_difference("size", seen.table(tables::BucketSizes{}), sizes)) return wrong;
            return find_move(seen);
          }};
}

Claim claim_buckets(const Scene& scene) {
  const bool exact = scene.settings.columns == scene.settings.workgroup;
  return {exact ? "bucket j holds only keys in (s[j-1], s[j]], those of each counter in the array's order"
                : "bucket j holds only keys in (s[j-1], s[j]], those of each counter in any order",
          [scene, exact](const Observation& seen) -> Found {
            const Tables made(scene, seen);
            if (Found wrong = find_stray(made, *scene.level, seen.after)) return wrong;
            std::vector<Record> expected, after = records(seen, record_after);
            for (const std::uint64_t from :
                 scatter(*scene.level, scene.settings, seen.before, made.splitters, made.scan, scene.skipped)) {
              expected.push_back(record_before(seen, from));
            }
            const Numbers ends = cells(*scene.level, made.scan);
            for (std::size_t c = 1; !exact && c < ends.size(); ++c) {
              for (std::vector<Record>* all : {&expected, &after}) {
                std::sort(all->begin() + static_cast<std::ptrdiff_t>(ends[c - 1]),
                          all->begin() + static_cast<std::ptrdiff_t>(ends[c]));
              }
            }
            return find_other_record(after, expected);
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
