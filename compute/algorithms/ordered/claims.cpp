#include "compute/algorithms/ordered/claims.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/cuda/compared_keys.h"

namespace texelsort::algorithms::ordered {
namespace {

using Found = std::optional<Violation>;

/// Returns the splitters that a pass has found, as ranks with positions.
std::vector<Placed> read_splitters(const Scene& scene, const Observation& seen) {
  const Numbers ranks = ranks_of_view(seen.table(tables::Splitters{}), scene.order);
  const Numbers places = seen.table(tables::SplitterPlaces{});
  std::vector<Placed> splitters(scene.level.segments * scene.buckets());
  for (std::size_t i = 0; i < splitters.size(); ++i) splitters[i] = {ranks[i], places[i]};
  return splitters;
}

Numbers buckets_of(const Scene& scene, const Observation& seen) {
  return find_buckets(scene, read_splitters(scene, seen), seen.before);
}

/// Compares the start of a table with `expected`, and checks that the pass has moved no key. Returns the first
/// difference. The table may be longer than `expected`.
Found find_wrong_table(const Observation& seen, const TableKind& table, const Numbers& expected) {
  if (Found found = find_move(seen)) return found;
  Numbers found = seen.table(table);
  found.resize(std::min(found.size(), expected.size()));
  return find_difference(name(table), found, expected);
}

Found find_wrong_splitter(const Scene& scene, const Observation& seen) {
  if (Found moved = find_move(seen)) return moved;
  const std::vector<Placed> found = read_splitters(scene, seen);
  for (std::uint64_t segment = 0; segment < scene.level.segments; ++segment) {
    if (scene.size(segment) == 0) continue;
    const auto expected = draw_splitters(scene, seen.before, segment);
    for (std::uint64_t j = 0; j < expected.size(); ++j) {
      const std::uint64_t at = segment * scene.buckets() + j;
      if (found[at] != expected[j]) {
        return Violation{fmt::format("splitter {} of segment {} is wrong", j, segment), at, {}};
      }
    }
  }
  return std::nullopt;
}

/// Returns the first position that did not receive its record: position i must have the record from position from[i].
/// Returns null if all are correct.
Found find_wrong_record(const Observation& seen, const Numbers& from) {
  for (std::uint64_t i = 0; i < from.size(); ++i) {
    if (record_after(seen, i) != record_before(seen, from[i])) {
      return Violation{"does not hold the expected key or payload", i, {}};
    }
  }
  return std::nullopt;
}

Found find_wrong_tile(const Scene& scene, const Observation& seen) {
  const Numbers buckets = buckets_of(scene, seen);
  if (Found found = find_wrong_record(seen, order_tiles(scene, buckets))) return found;
  const Numbers expected = offsets_in_tiles(scene, count_buckets(scene, buckets));
  Numbers found = seen.table(tables::BucketScan{});
  found.resize(std::min(found.size(), expected.size()));
  return find_difference("offset", found, expected);
}

Found find_wrong_place(const Scene& scene, const Observation& seen) {
  const Numbers buckets = buckets_of(scene, seen);
  if (Found found = find_wrong_record(seen, scatter(scene, buckets))) return found;
  return find_difference("size of bucket", seen.table(tables::BucketSizes{}), cut_segments(scene, buckets));
}

}  // namespace

Claim step_claim(OrderedStep::Kind kind, const Scene& scene) {
  switch (kind) {
    case OrderedStep::Kind::splitters:
      return {"splitters are equidistant among the sorted samples of their segment",
              [scene](const Observation& seen) { return find_wrong_splitter(scene, seen); }};
    case OrderedStep::Kind::counts:
      return {"the table counts the keys of every bucket in every tile", [scene](const Observation& seen) {
                return find_wrong_table(seen, tables::BucketCounts{}, count_buckets(scene, buckets_of(scene, seen)));
              }};
    case OrderedStep::Kind::scan:
      return {"every element of the table is the sum of the counts before it", [scene](const Observation& seen) {
                return find_wrong_table(seen, tables::BucketScan{},
                                        scan_counts(count_buckets(scene, buckets_of(scene, seen))));
              }};
    case OrderedStep::Kind::tiles:
      return {
          "every tile is ordered by bucket, with the keys of a bucket in their old order, and the table holds the "
          "place where each bucket begins in each tile",
          [scene](const Observation& seen) { return find_wrong_tile(scene, seen); }};
    case OrderedStep::Kind::scatter:
    case OrderedStep::Kind::sort:
      break;
  }
  return {"every key is in its bucket, and the keys of a bucket are in their old order",
          [scene](const Observation& seen) { return find_wrong_place(scene, seen); }};
}

}  // namespace texelsort::algorithms::ordered
