#include "compute/algorithms/randomized/claims.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/randomized/twin.h"

namespace texelsort::algorithms::randomized {
namespace {

using Found = std::optional<Violation>;
using Numbers = std::span<const std::uint64_t>;

std::vector<Record> records(Numbers codes, Numbers payload) {
  std::vector<Record> all(codes.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {codes[i], payload.empty() ? 0 : payload[i]};
  return all;
}

Found find_other_record(const std::vector<Record>& seen, const std::vector<Record>& expected) {
  const auto wrong = std::ranges::mismatch(seen, expected).in1;
  if (wrong == seen.end()) return std::nullopt;
  return Violation{"another key or payload belongs here", static_cast<std::uint64_t>(wrong - seen.begin()), {}};
}

/// Every key lies in its bucket, whatever the twin says.
Found find_stray(const Distribution& made, const Level& level, Numbers codes) {
  for (std::size_t j = 0; j < made.starts.size(); ++j) {
    const auto own = Numbers(made.splitters).subspan(j / level.k * level.k, level.k);
    for (std::uint64_t i = made.starts[j]; i < made.starts[j] + made.sizes[j]; ++i) {
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

std::vector<std::uint64_t> Scene::ranks(std::span<const std::uint64_t> bits) const {
  return ranks_of_view(bits, order);
}

Claim claim_splitters(const Scene& scene) {
  return {"the splitters of each bucket are each a-th key of its sorted sample", [scene](const Observation& seen) {
            std::vector<std::uint64_t> expected;
            for (const Parent& parent : scene.level->parents) {
              const auto own = splitters(*scene.level, parent, seen.before, scene.largest());
              expected.insert(expected.end(), own.begin(), own.end());
            }
            if (Found found = find_difference("splitter", scene.ranks(seen.table(tables::Splitters{})), expected))
              return found;
            return find_move(seen);
          }};
}

Claim claim_counts(const Scene& scene) {
  return {"row j of the table counts the keys in (s[j-1], s[j]], a column for each counter of a tile",
          [scene](const Observation& seen) {
            const auto made = distribute(*scene.level, scene.settings, seen.before, scene.largest());
            if (Found found = find_difference("count", seen.table(tables::BucketCounts{}), made.counts)) return found;
            return find_move(seen);
          }};
}

Claim claim_starts(const Scene& scene) {
  return {"each element of the table is the sum of those before, and each bucket starts where the one before it ends",
          [scene](const Observation& seen) {
            const auto made = distribute(*scene.level, scene.settings, seen.before, scene.largest());
            if (Found found = find_difference("sum", seen.table(tables::BucketScan{}), made.sums)) return found;
            if (Found found = find_difference("start", seen.table(tables::BucketStarts{}), made.starts)) return found;
            if (Found found = find_difference("size", seen.table(tables::BucketSizes{}), made.sizes)) return found;
            return find_move(seen);
          }};
}

Claim claim_buckets(const Scene& scene, const std::vector<bool>& skipped) {
  const bool exact = scene.settings.columns == scene.settings.workgroup;
  return {exact ? "bucket j holds only keys in (s[j-1], s[j]], those of each counter in the array's order"
                : "bucket j holds only keys in (s[j-1], s[j]], those of each counter in any order",
          [scene, skipped, exact](const Observation& seen) -> Found {
            auto made = distribute(*scene.level, scene.settings, seen.before, scene.largest());
            for (std::size_t q = 0; q < skipped.size(); ++q) {
              const Parent& parent = scene.level->parents[q];
              for (std::uint64_t i = 0; skipped[q] && i < parent.count; ++i)
                made.source[parent.first + i] = parent.first + i;
            }
            if (Found found = find_stray(made, *scene.level, seen.after)) return found;
            const std::vector<Record> before = records(seen.before, seen.payload_before);
            std::vector<Record> expected(before.size()), after = records(seen.after, seen.payload_after);
            for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = before[made.source[i]];
            for (std::size_t c = 1; !exact && c < made.cells.size(); ++c) {
              for (std::vector<Record>* all : {&expected, &after}) {
                std::sort(all->begin() + static_cast<std::ptrdiff_t>(made.cells[c - 1]),
                          all->begin() + static_cast<std::ptrdiff_t>(made.cells[c]));
              }
            }
            return find_other_record(after, expected);
          }};
}

Claim claim_sorted() {
  return {"the whole array is sorted", [](const Observation& seen) -> Found {
            std::vector<std::uint64_t> sorted(seen.before.begin(), seen.before.end());
            std::ranges::sort(sorted);
            if (Found found = find_difference("code", seen.after, sorted)) return found;
            std::vector<Record> before = records(seen.before, seen.payload_before),
                                after = records(seen.after, seen.payload_after);
            std::ranges::sort(before);
            std::ranges::sort(after);
            return find_other_record(after, before);
          }};
}

}  // namespace texelsort::algorithms::randomized
