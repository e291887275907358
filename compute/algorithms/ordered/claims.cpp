#include "compute/algorithms/ordered/claims.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/ordered/places.h"

namespace texelsort::algorithms::ordered {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Found = std::optional<Violation>;

/// A rank by the comparison, and the place that tells equal ones apart.
using Placed = std::pair<std::uint64_t, std::uint64_t>;

struct Scene {
  Level level;
  KeyOrder order;
  Starts starts;

  std::uint64_t buckets() const { return level.buckets(); }
  std::uint64_t tiles(std::uint64_t segment) const {
    return ((*starts)[segment + 1] - (*starts)[segment] + level.tile - 1) / level.tile;
  }
};

Scene scene(const Plan& plan, std::size_t level, Starts starts) {
  return {plan.levels[level], plan.order, std::move(starts)};
}

/// The splitters that a pass has found, as ranks.
std::vector<Placed> read_splitters(const Scene& scene, const Observation& seen) {
  const Numbers ranks = ranks_of_view(seen.table(tables::Splitters{}), scene.order);
  const Numbers places = seen.table(tables::SplitterPlaces{});
  std::vector<Placed> splitters(scene.level.segments * scene.buckets());
  for (std::size_t i = 0; i < splitters.size(); ++i) splitters[i] = {ranks[i], places[i]};
  return splitters;
}

/// The twin of step 1.
std::vector<Placed> draw(const Scene& scene, std::span<const std::uint64_t> ranks, std::uint64_t segment) {
  const std::uint64_t start = (*scene.starts)[segment], size = (*scene.starts)[segment + 1] - start;
  const std::uint64_t samples = scene.level.samples();
  const SamplePlaces place(scene.level.seed, segment, samples, size);
  std::vector<Placed> drawn(samples);
  for (std::uint64_t i = 0; i < samples; ++i) drawn[i] = {ranks[start + place(i)], start + place(i)};
  std::ranges::sort(drawn);
  std::vector<Placed> splitters;
  for (std::uint64_t j = 1; j < scene.buckets(); ++j) splitters.push_back(drawn[j * scene.level.oversampling]);
  return splitters;
}

/// The twin of step 2: the bucket of every key, in its segment.
Numbers find_buckets(const Scene& scene, const Observation& seen) {
  const std::vector<Placed> splitters = read_splitters(scene, seen);
  Numbers buckets(seen.before.size());
  for (std::uint64_t segment = 0; segment < scene.level.segments; ++segment) {
    const auto own = std::span(splitters).subspan(segment * scene.buckets(), scene.buckets() - 1);
    for (std::uint64_t i = (*scene.starts)[segment]; i < (*scene.starts)[segment + 1]; ++i) {
      const auto found = std::ranges::lower_bound(own, Placed{seen.before[i], i});
      buckets[i] = static_cast<std::uint64_t>(found - own.begin());
    }
  }
  return buckets;
}

Numbers count(const Scene& scene, const Observation& seen) {
  const Numbers buckets = find_buckets(scene, seen);
  Numbers counts;
  for (std::uint64_t segment = 0; segment < scene.level.segments; ++segment) {
    const std::uint64_t columns = scene.tiles(segment), first = counts.size(), start = (*scene.starts)[segment];
    counts.resize(first + columns * scene.buckets());
    for (std::uint64_t i = start; i < (*scene.starts)[segment + 1]; ++i) {
      ++counts[first + buckets[i] * columns + (i - start) / scene.level.tile];
    }
  }
  return counts;
}

/// The table holds `expected`, and what a table with room for more has behind it, by a pass that only looks at keys.
Found find_wrong_table(const Observation& seen, const TableKind& table, const Numbers& expected) {
  if (Found found = find_move(seen)) return found;
  Numbers found = seen.table(table);
  found.resize(std::min(found.size(), expected.size()));
  return find_difference(name(table), found, expected);
}

}  // namespace

Claim splitters_claim(const Plan& plan, std::size_t level, Starts starts) {
  return {"splitters are equidistant among the sorted samples of their segment",
          [scene = scene(plan, level, std::move(starts))](const Observation& seen) -> Found {
            if (Found moved = find_move(seen)) return moved;
            const std::vector<Placed> found = read_splitters(scene, seen);
            for (std::uint64_t segment = 0; segment < scene.level.segments; ++segment) {
              if ((*scene.starts)[segment] == (*scene.starts)[segment + 1]) continue;
              const auto expected = draw(scene, seen.before, segment);
              for (std::uint64_t j = 0; j < expected.size(); ++j) {
                const std::uint64_t at = segment * scene.buckets() + j;
                if (found[at] != expected[j]) {
                  return Violation{fmt::format("splitter {} of segment {} is another", j, segment), at, {}};
                }
              }
            }
            return std::nullopt;
          }};
}

Claim counts_claim(const Plan& plan, std::size_t level, Starts starts) {
  return {"the table counts the keys of every bucket in every tile",
          [scene = scene(plan, level, std::move(starts))](const Observation& seen) {
            return find_wrong_table(seen, tables::BucketCounts{}, count(scene, seen));
          }};
}

Claim scan_claim(const Plan& plan, std::size_t level, Starts starts) {
  return {"every element is the sum of those before it",
          [scene = scene(plan, level, std::move(starts))](const Observation& seen) {
            Numbers sums = count(scene, seen);
            std::exclusive_scan(sums.begin(), sums.end(), sums.begin(), std::uint64_t{0});
            return find_wrong_table(seen, tables::BucketScan{}, sums);
          }};
}

Claim scattered_claim(const Plan& plan, std::size_t level, Starts starts) {
  return {"every key stands in its bucket, and those of a bucket in the order in which they stood",
          [scene = scene(plan, level, std::move(starts))](const Observation& seen) -> Found {
            const Numbers buckets = find_buckets(scene, seen), sizes = seen.table(tables::BucketSizes{});
            Numbers from(seen.before.size()), counts(sizes.size());
            std::iota(from.begin(), from.end(), std::uint64_t{0});
            for (std::uint64_t segment = 0; segment < scene.level.segments; ++segment) {
              const auto own = std::span(from).subspan((*scene.starts)[segment],
                                                       (*scene.starts)[segment + 1] - (*scene.starts)[segment]);
              for (const std::uint64_t i : own) ++counts[segment * scene.buckets() + buckets[i]];
              std::ranges::stable_sort(own, {}, [&](std::uint64_t i) { return buckets[i]; });
            }
            for (std::uint64_t i = 0; i < from.size(); ++i) {
              if (record_after(seen, i) != record_before(seen, from[i])) {
                return Violation{"another key or payload belongs here", i, {}};
              }
            }
            return find_difference("size of bucket", sizes, counts);
          }};
}

}  // namespace texelsort::algorithms::ordered
