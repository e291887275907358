#include "compute/algorithms/randomized/cuda.h"

#include <algorithm>
#include <bit>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/algorithms/primitives/word_bytes.h"
#include "compute/algorithms/randomized/cuda/launch.h"
#include "compute/algorithms/randomized/schedule.h"
#include "compute/algorithms/randomized/twin.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms::randomized {
namespace {

/// Rows into which a table is cut for its scan, and their lengths at the least.
constexpr std::uint64_t most_rows = 1024, least_row = 2048;

std::uint64_t row_length(std::uint64_t words) {
  return std::max(least_row, (words + most_rows - 1) / most_rows);
}

/// Elements of every table and list.
struct Capacities {
  Capacities(std::uint64_t n, const Settings& settings)
      : table(table_capacity(n, settings)),
        buckets(bucket_capacity(n, settings)),
        parents(parent_capacity(n, settings)),
        tiles(tile_capacity(n, settings)),
        list(list_capacity(n)) {}
  std::uint64_t table, buckets, parents, tiles, list;
};

class CudaRandomizedRun final : public CudaRun, private Worker {
 public:
  CudaRandomizedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings)
      : CudaRun(device, problem, Sides::two),
        settings_(settings),
        capacities_(problem->n(), settings),
        splitters_(add_table(capacities_.buckets * key_bytes(), "splitters")),
        table_(add_table(capacities_.table * word_bytes, "counters")),
        starts_(add_table(capacities_.buckets * word_bytes, "starts of buckets")),
        sizes_(add_table(capacities_.buckets * word_bytes, "sizes of buckets")),
        parents_(capacities_.parents * sizeof(Parent), "the buckets that are distributed"),
        tiles_(capacities_.tiles * sizeof(Tile), "their tiles"),
        found_(capacities_.buckets * sizeof(FoundBucket), "the buckets found"),
        small_(capacities_.list * sizeof(Bucket), "the small buckets"),
        row_starts_((most_rows + 1) * word_bytes, "the scans of rows"),
        row_sums_(most_rows * word_bytes, "the sums of rows"),
        procedure_(this->problem(), Scene{settings, key_order(*problem)}, *this) {
    rewind();
  }

 private:
  std::uint64_t key_bytes() const { return data::key_bytes(problem().type()); }
  bool decides() const override { return true; }
  std::optional<Pass> next_pass() override { return procedure_.next_pass(); }
  bool ended() const override { return procedure_.done(); }
  std::optional<PassHeader> last_pass() const override { return procedure_.last_pass(passes_done()); }
  void forget() override { procedure_.forget(); }

  std::vector<TableKind> table_kinds() const override { return Procedure::table_kinds(); }
  std::vector<View> table_views() const override {
    std::vector<View> views;
    const Progress& progress = procedure_.progress();
    if (!progress.level) return views;
    const Level& level = *progress.level;
    const auto add = [&](const TableKind& kind, const GuardedBuffer& table, data::KeyType type, std::uint64_t count,
                         std::uint32_t width) { views.push_back(table_view(kind, type, count, width, table)); };
    constexpr data::KeyType number = data::KeyType::u32;
    if (progress.steps > 0) add(tables::Splitters{}, splitters_, problem().type(), level.buckets(), level.k);
    if (progress.steps > 1)
      add(progress.steps == 2 ? TableKind(tables::BucketCounts{}) : tables::BucketScan{}, table_, number,
          level.table_words, level.parents.front().columns);
    if (progress.steps > 2) {
      add(tables::BucketStarts{}, starts_, number, level.buckets(), level.k);
      add(tables::BucketSizes{}, sizes_, number, level.buckets(), level.k);
    }
    return views;
  }

  template <typename Element>
  void upload(cuda::Buffer& buffer, std::span<const Element> list) {
    if (list.empty()) return;
    buffer.write(stream(), 0, std::as_bytes(list));
  }
  void upload_tiles(const std::vector<Tile>& tiles) {
    tile_count_ = tiles.size();
    upload(tiles_, std::span(tiles));
  }

  device::Distribution distribution(const Level& level) const {
    return {.k = level.k,
            .log2_k = static_cast<std::uint32_t>(std::countr_zero(level.k)),
            .a = level.a,
            .seed = level.seed,
            .threads = settings_.workgroup,
            .counters = settings_.counters,
            .columns = settings_.columns,
            .parent_count = static_cast<std::uint32_t>(level.parents.size()),
            .tile_count = static_cast<std::uint32_t>(tile_count_),
            .parents = reinterpret_cast<const Parent*>(parents_.data()),
            .tiles = reinterpret_cast<const Tile*>(tiles_.data()),
            .splitters = pointer(splitters_),
            .table = static_cast<std::uint32_t*>(pointer(table_)),
            .starts = static_cast<std::uint32_t*>(pointer(starts_)),
            .sizes = static_cast<std::uint32_t*>(pointer(sizes_)),
            .found = reinterpret_cast<FoundBucket*>(found_.data())};
  }
  const device::Launches& kernels() const { return launches<device::Launches>(problem().type()); }
  kernels::Arrays arrays() const { return kernel_arrays(problem(), front(), back()); }

  void begin(const Level& level) override {
    upload(parents_, std::span(level.parents));
    upload_tiles(level.tiles);
  }
  void draw_splitters(const Level& level) override {
    kernels().draw_splitters(arrays(), distribution(level), stream().handle());
  }
  void count(const Level& level) override { kernels().count_buckets(arrays(), distribution(level), stream().handle()); }
  void scan(const Level& level) override {
    kernels::scan_rows(
        {static_cast<std::uint32_t*>(pointer(table_)), level.table_words, row_length(level.table_words),
         reinterpret_cast<std::uint32_t*>(row_starts_.data()), reinterpret_cast<std::uint32_t*>(row_sums_.data())},
        stream().handle());
    kernels().find_buckets(arrays(), distribution(level), stream().handle());
  }
  void scatter(const Level& level, const std::vector<Tile>& tiles) override {
    upload_tiles(tiles);
    kernels().scatter_buckets(arrays(), distribution(level), stream().handle());
  }
  void move(const Level& level, const std::vector<Tile>& tiles) override {
    if (tiles.empty()) return;
    upload_tiles(tiles);
    kernels().move_tiles(arrays(), distribution(level), stream().handle());
  }
  void swap_arrays() override { swap(); }
  std::vector<FoundBucket> read(const Level& level) override {
    std::vector<FoundBucket> found(level.buckets());
    found_.read(stream(), 0, std::as_writable_bytes(std::span(found)));
    return found;
  }
  /// In the order of their sizes, so that no large one is left alone at the end (section 6.2).
  void sort(const std::vector<Bucket>& small) override {
    std::vector<Bucket> buckets = small;
    std::ranges::sort(buckets, std::greater{}, &Bucket::count);
    for (std::size_t first = 0; first < buckets.size(); first += capacities_.list) {
      const auto part = std::span<const Bucket>(buckets).subspan(
          first, std::min<std::size_t>(capacities_.list, buckets.size() - first));
      upload(small_, part);
      kernels().sort_buckets(arrays(),
                             {.buckets = reinterpret_cast<const Bucket*>(small_.data()),
                              .count = static_cast<std::uint32_t>(part.size()),
                              .threads = settings_.workgroup,
                              .small = settings_.small,
                              .depth = 2 * static_cast<std::uint32_t>(std::bit_width(part.front().count)),
                              .seed = settings_.seed},
                             stream().handle());
    }
  }
  std::uint64_t scan_bytes(std::uint64_t words) const override { return 3 * words * word_bytes; }

  void save_more(Snapshot& snapshot) const override {
    CudaRun::save_more(snapshot);
    snapshot.decisions = std::make_shared<const Progress>(procedure_.progress());
  }
  void restore_more(const Snapshot& snapshot) override {
    CudaRun::restore_more(snapshot);
    const auto progress = std::static_pointer_cast<const Progress>(snapshot.decisions);
    procedure_.restore(*progress);
    if (!progress->level) return;
    begin(*progress->level);
    if (progress->phase == Phase::scatter) upload_found(*progress->level);
  }
  /// What the third step left for the host, from the tables that a snapshot has.
  void upload_found(const Level& level) {
    const std::uint64_t count = level.buckets();
    std::vector<std::uint32_t> starts(count), sizes(count);
    starts_.read(0, std::as_writable_bytes(std::span(starts)));
    sizes_.read(0, std::as_writable_bytes(std::span(sizes)));
    data::Keys keys = data::make_keys(problem().type(), count);
    splitters_.read(0, data::bytes(keys));
    const std::vector<FoundBucket> found =
        found_buckets(level.k, starts, sizes, data::ranks(keys, problem().order, problem().comparison));
    upload(found_, std::span(found));
  }

  Settings settings_;
  Capacities capacities_;
  const GuardedBuffer &splitters_, &table_, &starts_, &sizes_;
  cuda::Buffer parents_, tiles_, found_, small_, row_starts_, row_sums_;
  std::uint64_t tile_count_ = 0;
  Procedure procedure_;
};

}  // namespace

std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings) {
  return std::make_unique<CudaRandomizedRun>(device, std::move(problem), settings);
}

std::uint64_t cuda_table_bytes(std::uint64_t n, const Settings& settings, std::uint64_t key_bytes) {
  const Capacities most(n, settings);
  return most.buckets * (key_bytes + 2 * word_bytes + sizeof(FoundBucket)) + most.table * word_bytes +
         most.parents * sizeof(Parent) + most.tiles * sizeof(Tile) + most.list * sizeof(Bucket) +
         (2 * most_rows + 1) * word_bytes;
}

}  // namespace texelsort::algorithms::randomized
