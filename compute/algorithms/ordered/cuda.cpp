#include "compute/algorithms/ordered/cuda.h"

#include <algorithm>
#include <array>

#include "compute/algorithms/core/trace.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/cuda/kernels/launch.h"

namespace texelsort::algorithms::ordered {
namespace {

constexpr std::uint64_t word = sizeof(std::uint64_t);

}  // namespace

OrderedRun::OrderedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Plan& plan)
    : CudaFieldRun(device, std::move(problem)),
      plan_(plan),
      temporary_(plan_.temporary_bytes(), "temporary memory of samples and scans") {
  add_tables();
  for (const OrderedStep& step : plan_.steps()) add_pass(pass_of(step));
  rewind();
}

void OrderedRun::add_tables() {
  add_first_segment();
  splitters_ = &add_table(data::key_bytes(plan_.type) * plan_.splitters(), "splitters");
  places_ = &add_table(word * plan_.splitters(), "splitter places");
  offsets_ = &add_table(sizeof(std::uint32_t) * plan_.offset_elements(), "offsets in tiles");
  bucket_starts_ = &add_table(word * plan_.buckets(), "starts of buckets");
  bucket_sizes_ = &add_table(word * plan_.buckets(), "sizes of buckets");
  if (plan_.levels.size() == 1) return;
  for (std::size_t level = 1; level < plan_.levels.size(); ++level) {
    const std::uint64_t segments = plan_.levels[level].segments;
    starts_.push_back(&add_table(word * (segments + 1), "starts"));
    first_tiles_.push_back(&add_table(word * (segments + 1), "first tiles"));
  }
  segment_sizes_ = &add_table(word * plan_.levels.back().segments, "sizes");
  tile_segments_ = &add_table(sizeof(std::uint32_t) * plan_.most_tiles(), "segments of tiles");
  bucket_of_keys_ = &add_table(n(), "buckets of keys");
  counts_ = &add_table(word * plan_.count_elements(), "counts");
}

/// Writes the segment of the first level, which contains all keys. At deeper levels, passes write the segments.
void OrderedRun::add_first_segment() {
  const std::uint64_t tile = plan_.levels.front().tile;
  const std::array<std::uint64_t, 2> starts{0, n()}, first_tiles{0, (n() + tile - 1) / tile};
  GuardedBuffer& of_starts = add_array(sizeof(starts), "starts");
  GuardedBuffer& of_tiles = add_array(sizeof(first_tiles), "first tiles");
  of_starts.write(0, std::as_bytes(std::span(starts)));
  of_tiles.write(0, std::as_bytes(std::span(first_tiles)));
  starts_.push_back(&of_starts);
  first_tiles_.push_back(&of_tiles);
}

Pass OrderedRun::pass_of(const OrderedStep& step) {
  return {.header = [this, step] { return plan_.header(step); },
          .execute = [this, step] { execute(step); },
          .cost = [this, step] { return cost(step); },
          .claim =
              [this, step] {
                return step.kind == OrderedStep::Kind::sort ? sorted_claim() : step_claim(step.kind, scene(step.level));
              },
          .detail = [this, step]() -> PassDetail { return bucket_pass(step); }};
}

void OrderedRun::execute(const OrderedStep& step) {
  const std::size_t level = step.level;
  const Stream queue = stream().handle();
  switch (step.kind) {
    case OrderedStep::Kind::splitters:
      return kernels().draw_splitters(keys(), plan_.levels[level], tables(level), temporary_.data(), queue);
    case OrderedStep::Kind::counts:
      return kernels().count_buckets(keys(), plan_.levels[level], tables(level), queue);
    case OrderedStep::Kind::scan:
      // The scan includes counts that no tile has written, but no later pass reads their sums.
      return scan_counts(tables(level).counts, plan_.levels[level].table_elements());
    case OrderedStep::Kind::scatter:
      kernels().scatter(keys(), plan_.levels[level], tables(level), queue);
      cut(level);
      return swap();
    case OrderedStep::Kind::tiles:
      kernels().order_tiles(keys(), plan_.levels[level], tables(level), queue);
      return swap();
    case OrderedStep::Kind::sort:
      kernels().sort_buckets(keys(), plan_.levels.back(), tables(plan_.levels.size() - 1), queue);
      return swap();
  }
}

void OrderedRun::scan_counts(std::uint64_t* counts, std::uint64_t elements) {
  // For few elements, one block finishes before CUB's two kernels could be launched (measured on an H200).
  constexpr std::uint64_t few = std::uint64_t{1} << 12;
  const Stream queue = stream().handle();
  if (elements <= few) return launches<kernels::ScanLaunches>().scan_by_block(counts, elements, queue);
  launches<kernels::DeviceScanLaunches>().scan(counts, elements, temporary_.data(), temporary_.size(), queue);
}

Counters OrderedRun::cost(const OrderedStep& step) const {
  const std::uint64_t key = data::key_bytes(plan_.type), moved = 2 * field_bytes();
  const std::uint64_t both_sides = 2 * array_bytes(problem().form()) + moved;
  if (step.kind == OrderedStep::Kind::sort) {
    return {.dispatches = 1, .elements_read = n(), .bytes = both_sides, .field_bytes = moved};
  }
  const Level& level = plan_.levels[step.level];
  const std::uint64_t table = level.table_elements(), samples = level.segments * level.samples();
  switch (step.kind) {
    case OrderedStep::Kind::splitters:
      return {.dispatches = level.list() > 0 ? 2u : 1u,
              .elements_read = samples,
              .bytes = samples * key + level.segments * level.buckets() * (key + word)};
    case OrderedStep::Kind::counts:
      return {.dispatches = 1,
              .comparators = n() * level.bits,
              .elements_read = n(),
              .bytes = n() * (key + 1) + word * table};
    case OrderedStep::Kind::scan:
      return {.dispatches = 1, .elements_read = table, .bytes = 2 * word * table};
    case OrderedStep::Kind::tiles:
      return {.dispatches = 1,
              .comparators = n() * level.bits,
              .elements_read = n(),
              .bytes = both_sides + sizeof(std::uint32_t) * table,
              .field_bytes = moved};
    case OrderedStep::Kind::scatter:
    case OrderedStep::Kind::sort:
      break;
  }
  return {.dispatches = 2, .elements_read = n(), .bytes = both_sides + n() + word * table, .field_bytes = moved};
}

Tables OrderedRun::tables(std::size_t level) const {
  const auto numbers = [this](const GuardedBuffer* table) {
    return table == nullptr ? nullptr : static_cast<std::uint64_t*>(pointer(*table));
  };
  Tables tables{.splitters = pointer(*splitters_),
                .splitter_places = numbers(places_),
                .starts = numbers(starts_[level]),
                .first_tiles = numbers(first_tiles_[level]),
                .counts = numbers(counts_),
                .offsets = static_cast<std::uint32_t*>(pointer(*offsets_)),
                .bucket_starts = numbers(bucket_starts_),
                .bucket_sizes = numbers(bucket_sizes_)};
  if (bucket_of_keys_ != nullptr) tables.buckets = static_cast<std::uint8_t*>(pointer(*bucket_of_keys_));
  if (level > 0) tables.tile_segments = static_cast<const std::uint32_t*>(pointer(*tile_segments_));
  return tables;
}

/// Enqueues the kernel that turns the buckets of a level into the segments of the next level.
void OrderedRun::cut(std::size_t level) {
  const std::size_t next = level + 1;
  launches<SegmentLaunches>().cut({.segments = plan_.levels[next].segments,
                                   .n = n(),
                                   .tile = plan_.levels.front().tile,
                                   .before = tables(level),
                                   .bits = plan_.levels[level].bits,
                                   .starts = static_cast<std::uint64_t*>(pointer(*starts_[next])),
                                   .sizes = static_cast<std::uint64_t*>(pointer(*segment_sizes_)),
                                   .first_tiles = static_cast<std::uint64_t*>(pointer(*first_tiles_[next])),
                                   .tile_segments = static_cast<std::uint32_t*>(pointer(*tile_segments_))},
                                  stream().handle());
}

Starts OrderedRun::read_starts(std::size_t level) const {
  hand_back();
  auto starts = std::make_shared<std::vector<std::uint64_t>>(plan_.levels[level].segments + 1);
  starts_[level]->read(0, std::as_writable_bytes(std::span(*starts)));
  return starts;
}

Scene OrderedRun::scene(std::size_t level) const {
  return {{plan_.levels[level], read_starts(level)}, key_order(problem())};
}

BucketPass OrderedRun::bucket_pass(const OrderedStep& step) const {
  const std::size_t level = std::min(step.level, plan_.levels.size() - 1);
  const Starts starts = read_starts(level);
  BucketPass pass{.level = level, .buckets = plan_.levels[level].buckets(), .placed = step.places(), .ranges = {}};
  for (std::size_t i = 0; i + 1 < starts->size(); ++i) {
    pass.ranges.push_back({(*starts)[i], (*starts)[i + 1] - (*starts)[i]});
  }
  return pass;
}

std::vector<View> OrderedRun::more_views() const {
  using data::KeyType;
  if (passes_done() == 0) return {};
  const OrderedStep step = plan_.steps()[passes_done() - 1];
  const std::size_t level = std::min(step.level, plan_.levels.size() - 1);
  const Level& own = plan_.levels[level];
  const std::uint64_t buckets = own.segments * own.buckets();
  const auto width = static_cast<std::uint32_t>(own.buckets());
  std::vector<View> views{table_view(tables::Splitters{}, plan_.type, buckets, width, *splitters_),
                          table_view(tables::SplitterPlaces{}, KeyType::u64, buckets, width, *places_)};
  const std::uint64_t columns = own.segments == 1 ? (n() + own.tile - 1) / own.tile : own.table_elements();
  const std::uint64_t elements = own.segments == 1 ? columns << own.bits : own.table_elements();
  const auto by_tile = [&](const TableKind& kind, KeyType type, const GuardedBuffer& table) {
    views.push_back(table_view(kind, type, elements, static_cast<std::uint32_t>(columns), table));
  };
  if (step.kind == OrderedStep::Kind::counts) by_tile(tables::BucketCounts{}, KeyType::u64, *counts_);
  if (step.kind == OrderedStep::Kind::scan) by_tile(tables::BucketScan{}, KeyType::u64, *counts_);
  if (step.kind == OrderedStep::Kind::tiles) by_tile(tables::BucketScan{}, KeyType::u32, *offsets_);
  if (step.places()) {
    const bool sorted = step.kind == OrderedStep::Kind::sort;
    views.push_back(table_view(tables::BucketStarts{}, KeyType::u64, buckets, width,
                               sorted ? *bucket_starts_ : *starts_[level + 1]));
    views.push_back(
        table_view(tables::BucketSizes{}, KeyType::u64, buckets, width, sorted ? *bucket_sizes_ : *segment_sizes_));
  }
  return views;
}

}  // namespace texelsort::algorithms::ordered
