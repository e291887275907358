#include "compute/algorithms/ordered/cuda.h"

#include <array>

#include <fmt/format.h>

#include "compute/algorithms/core/sorted_claim.h"

namespace texelsort::algorithms::ordered {
namespace {

constexpr std::uint64_t word = sizeof(std::uint64_t);
enum Step : std::uint8_t { splitters, counts, scan, scattered, steps };

}  // namespace

OrderedRun::OrderedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Plan plan, bool grouped)
    : CudaFieldRun(device, std::move(problem)),
      plan_(std::move(plan)),
      grouped_(grouped),
      temporary_(plan_.temporary_bytes(), "temporary memory of samples and scans") {
  add_first_segment();
  for (std::size_t level = 1; level <= plan_.levels.size(); ++level) {
    const std::uint64_t segments = level < plan_.levels.size() ? plan_.levels[level].segments : plan_.buckets();
    starts_.push_back(&add_table(word * (segments + 1), "starts"));
    first_tiles_.push_back(&add_table(word * (segments + 1), "first tiles"));
  }
  sizes_ = &add_table(word * plan_.buckets(), "sizes");
  if (!plan_.levels.empty()) {
    splitters_ = &add_table(data::key_bytes(plan_.order.type) * plan_.splitters(), "splitters");
    places_ = &add_table(word * plan_.splitters(), "splitter places");
    tile_segments_ = &add_table(sizeof(std::uint32_t) * plan_.most_tiles(), "segments of tiles");
    bucket_of_keys_ = &add_table(n(), "buckets of keys");
    counts_ = &add_table(word * plan_.table_elements(), "counts");
  }
  const std::uint64_t passes = n() > 1 ? steps * plan_.levels.size() + 1 : 0;
  for (std::uint64_t index = 0; index < passes; ++index) add_pass(pass_of(index));
  rewind();
}

/// All keys are one segment before they are distributed; no pass writes this.
void OrderedRun::add_first_segment() {
  const std::uint64_t tile = plan_.levels.empty() ? std::max<std::uint64_t>(n(), 1) : plan_.levels.front().tile;
  const std::array<std::uint64_t, 2> starts{0, n()}, first_tiles{0, (n() + tile - 1) / tile};
  GuardedBuffer& of_starts = add_array(sizeof(starts), "starts");
  GuardedBuffer& of_tiles = add_array(sizeof(first_tiles), "first tiles");
  of_starts.write(0, std::as_bytes(std::span(starts)));
  of_tiles.write(0, std::as_bytes(std::span(first_tiles)));
  starts_.push_back(&of_starts);
  first_tiles_.push_back(&of_tiles);
}

PassHeader OrderedRun::header(std::uint64_t index) const {
  const std::uint64_t level = index / steps;
  if (level == plan_.levels.size()) return {index, level, "buckets", "each is sorted in shared memory"};
  static constexpr std::array labels{"step 1: splitters", "step 2: buckets of every tile", "step 3: prefix sums",
                                     "step 4: ordered scatter"};
  return {index, level, fmt::format("distribution {} of {}", level + 1, plan_.levels.size()), labels[index % steps]};
}

Pass OrderedRun::pass_of(std::uint64_t index) {
  const std::size_t level = index / steps;
  const auto make = [&] {
    if (level == plan_.levels.size()) return sort_pass();
    switch (index % steps) {
      case splitters:
        return splitters_pass(level);
      case counts:
        return count_pass(level);
      case scan:
        return scan_pass(level);
      default:
        return scatter_pass(level);
    }
  };
  Pass pass = make();
  pass.header = [this, index] { return header(index); };
  return pass;
}

Keys OrderedRun::keys() const {
  const Columns from = front(), to = back();
  Keys keys{.order = plan_.order, .n = n(), .in = from.keys, .out = to.keys, .fields = {}};
  if (has_fields()) keys.fields = field_arrays(grouped_);
  if (from.payload == nullptr) return keys;
  keys.fields.in = static_cast<const unsigned*>(from.payload);
  keys.fields.out = static_cast<unsigned*>(to.payload);
  keys.fields.count = static_cast<unsigned>(data::payload_bytes(problem().payload) / sizeof(unsigned));
  keys.fields.rows = keys.fields.count > 1;
  return keys;
}

Tables OrderedRun::tables(std::size_t level) const {
  return {.splitters = pointer(*splitters_),
          .splitter_places = static_cast<std::uint64_t*>(pointer(*places_)),
          .starts = static_cast<const std::uint64_t*>(pointer(*starts_[level])),
          .first_tiles = static_cast<const std::uint64_t*>(pointer(*first_tiles_[level])),
          .tile_segments = level == 0 ? nullptr : static_cast<const std::uint32_t*>(pointer(*tile_segments_)),
          .buckets = static_cast<std::uint8_t*>(pointer(*bucket_of_keys_)),
          .counts = static_cast<std::uint64_t*>(pointer(*counts_))};
}

/// The buckets of a level are the segments of the next.
void OrderedRun::cut(std::size_t level) {
  const std::size_t next = level + 1;
  const bool last = next == plan_.levels.size();
  const Tables before = tables(level);
  cut_segments({.segments = last ? plan_.buckets() : plan_.levels[next].segments,
                .n = n(),
                .tile = plan_.levels.front().tile,
                .before = &before,
                .bits = plan_.levels[level].bits,
                .starts = static_cast<std::uint64_t*>(pointer(*starts_[next])),
                .sizes = static_cast<std::uint64_t*>(pointer(*sizes_)),
                .first_tiles = static_cast<std::uint64_t*>(pointer(*first_tiles_[next])),
                .tile_segments = last ? nullptr : static_cast<std::uint32_t*>(pointer(*tile_segments_))},
               stream().handle());
}

Starts OrderedRun::read_starts(std::size_t level) const {
  hand_back();
  auto starts = std::make_shared<std::vector<std::uint64_t>>(plan_.levels[level].segments + 1);
  starts_[level]->read(0, std::as_writable_bytes(std::span(*starts)));
  return starts;
}

BucketPass OrderedRun::bucket_pass(std::size_t level, bool placed) const {
  const Starts starts = read_starts(level);
  BucketPass pass{.level = level, .buckets = plan_.levels[level].buckets(), .placed = placed, .ranges = {}};
  for (std::size_t i = 0; i + 1 < starts->size(); ++i) {
    pass.ranges.push_back({(*starts)[i], (*starts)[i + 1] - (*starts)[i]});
  }
  return pass;
}

std::uint64_t OrderedRun::element_bytes() const {
  return data::key_bytes(plan_.order.type) + data::payload_bytes(problem().payload);
}

Pass OrderedRun::splitters_pass(std::size_t level) {
  Pass pass;
  pass.execute = [this, level] {
    kernels().draw_splitters(keys(), plan_.levels[level], tables(level), temporary_.data(), stream().handle());
  };
  pass.cost = [this, level] {
    const Level& own = plan_.levels[level];
    Counters counters;
    counters.dispatches = own.list() > 0 ? 2 : 1;
    counters.texels_fetched = own.segments * own.samples();
    const std::uint64_t key = data::key_bytes(plan_.order.type);
    counters.bytes = counters.texels_fetched * key + own.segments * own.buckets() * (key + word);
    return counters;
  };
  pass.claim = [this, level] { return splitters_claim(plan_, level, read_starts(level)); };
  pass.detail = [this, level]() -> PassDetail { return bucket_pass(level, false); };
  return pass;
}

Pass OrderedRun::count_pass(std::size_t level) {
  Pass pass;
  pass.execute = [this, level] {
    kernels().count_buckets(keys(), plan_.levels[level], tables(level), stream().handle());
  };
  pass.cost = [this, level] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = n();
    counters.comparators = n() * plan_.levels[level].bits;
    counters.bytes = n() * (data::key_bytes(plan_.order.type) + 1) + word * plan_.levels[level].table_elements();
    return counters;
  };
  pass.claim = [this, level] { return counts_claim(plan_, level, read_starts(level)); };
  pass.detail = [this, level]() -> PassDetail { return bucket_pass(level, false); };
  return pass;
}

Pass OrderedRun::scan_pass(std::size_t level) {
  Pass pass;
  // What no tile has counted is summed with the rest, and never read.
  pass.execute = [this, level] {
    scan_counts(tables(level).counts, plan_.levels[level].table_elements(), temporary_.data(), temporary_.size(),
                stream().handle());
  };
  pass.cost = [this, level] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = plan_.levels[level].table_elements();
    counters.bytes = 2 * word * counters.texels_fetched;
    return counters;
  };
  pass.claim = [this, level] { return scan_claim(plan_, level, read_starts(level)); };
  pass.detail = [this, level]() -> PassDetail { return bucket_pass(level, false); };
  return pass;
}

Pass OrderedRun::scatter_pass(std::size_t level) {
  Pass pass;
  pass.execute = [this, level] {
    kernels().scatter(keys(), plan_.levels[level], tables(level), stream().handle());
    cut(level);
    swap();
  };
  pass.cost = [this, level] {
    Counters counters;
    counters.dispatches = 2;
    counters.texels_fetched = n();
    counters.field_bytes = 2 * field_bytes();
    counters.bytes =
        n() * (2 * element_bytes() + 1) + word * plan_.levels[level].table_elements() + counters.field_bytes;
    return counters;
  };
  pass.claim = [this, level] { return scattered_claim(plan_, level, read_starts(level)); };
  pass.detail = [this, level]() -> PassDetail { return bucket_pass(level, true); };
  return pass;
}

Pass OrderedRun::sort_pass() {
  Pass pass;
  pass.execute = [this] {
    kernels().sort_buckets(keys(), plan_.buckets(), static_cast<const std::uint64_t*>(pointer(*starts_.back())),
                           stream().handle());
    swap();
  };
  pass.cost = [this] {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = n();
    counters.field_bytes = 2 * field_bytes();
    counters.bytes = 2 * n() * element_bytes() + counters.field_bytes;
    return counters;
  };
  pass.claim = [] { return sorted_claim(); };
  if (!plan_.levels.empty()) {
    pass.detail = [this]() -> PassDetail { return bucket_pass(plan_.levels.size() - 1, true); };
  }
  return pass;
}

std::vector<View> OrderedRun::more_views() const {
  using data::KeyType;
  const std::uint64_t done = passes_done();
  if (done == 0 || plan_.levels.empty()) return {};
  const std::size_t level = std::min<std::size_t>((done - 1) / steps, plan_.levels.size() - 1);
  const std::uint64_t step = (done - 1) / steps == level ? (done - 1) % steps : std::uint64_t{scattered};
  const Level& own = plan_.levels[level];
  const std::uint64_t buckets = own.segments * own.buckets();
  const auto width = static_cast<std::uint32_t>(own.buckets());
  std::vector<View> views{table_view(tables::Splitters{}, plan_.order.type, buckets, width, *splitters_),
                          table_view(tables::SplitterPlaces{}, KeyType::u64, buckets, width, *places_)};
  if (step == counts || step == scan) {
    const std::uint64_t columns = own.segments == 1 ? (n() + own.tile - 1) / own.tile : own.table_elements();
    views.push_back(table_view(step == counts ? TableKind(tables::BucketCounts{}) : tables::BucketScan{}, KeyType::u64,
                               own.segments == 1 ? columns << own.bits : own.table_elements(),
                               static_cast<std::uint32_t>(columns), *counts_));
  }
  if (step == scattered) {
    views.push_back(table_view(tables::BucketStarts{}, KeyType::u64, buckets, width, *starts_[level + 1]));
    views.push_back(table_view(tables::BucketSizes{}, KeyType::u64, buckets, width, *sizes_));
  }
  return views;
}

}  // namespace texelsort::algorithms::ordered
