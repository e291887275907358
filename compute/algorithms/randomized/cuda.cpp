#include <algorithm>
#include <bit>

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/algorithms/randomized/cuda/launch.h"
#include "compute/algorithms/randomized/run.h"
#include "compute/algorithms/randomized/runs.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms::randomized {
namespace {

/// Maximum number of rows into which a table is divided for its scan, and minimum length of a row in elements.
constexpr std::uint64_t most_rows = 1024, least_row = 2048;

std::uint64_t row_length(std::uint64_t words) {
  return std::max(least_row, (words + most_rows - 1) / most_rows);
}

/// Returns the bytes of a table of original positions, one per key, by which records follow their keys.
std::uint64_t origin_bytes(std::uint64_t n) {
  return n * sizeof(std::uint32_t);
}

class CudaRandomizedRun final : public RandomizedRun<CudaFieldRun> {
 public:
  CudaRandomizedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings, bool grouped)
      : RandomizedRun(device, problem, settings),
        grouped_(grouped),
        origins_(has_fields() ? 2 * origin_bytes(n()) : 0, "where keys come from"),
        parents_(most_.parents * sizeof(Parent), "the buckets that are distributed"),
        tiles_(most_.tiles * sizeof(Tile), "their tiles"),
        found_(most_.buckets * sizeof(FoundBucket), "the buckets found"),
        small_(most_.list * sizeof(Bucket), "the small buckets"),
        row_starts_((most_rows + 1) * word_bytes, "the scans of rows"),
        row_sums_(most_rows * word_bytes, "the sums of rows") {
    rewind();
  }

 private:
  template <typename Element>
  void upload(cuda::Buffer& buffer, std::span<const Element> list) {
    if (!list.empty()) buffer.write(stream(), 0, std::as_bytes(list));
  }
  void upload_tiles(const std::vector<Tile>& tiles) {
    tile_count_ = tiles.size();
    upload(tiles_, std::span(tiles));
  }
  std::uint32_t* words(const GuardedBuffer& table) const { return static_cast<std::uint32_t*>(pointer(table)); }

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
            .table = words(counts_),
            .starts = words(starts_),
            .sizes = words(sizes_),
            .found = reinterpret_cast<FoundBucket*>(found_.data())};
  }
  const device::Launches& kernels() const { return launches<device::Launches>(problem().type()); }
  kernels::Arrays arrays() const { return kernel_arrays(problem(), front(), back()); }
  kernels::FieldArrays fields() const { return has_fields() ? field_arrays(grouped_) : kernels::FieldArrays{}; }
  kernels::Arrays arrays_of_quicksort() const {
    kernels::Arrays all = arrays();
    if (!has_fields()) return all;
    all.payload_in = origins_.data();
    all.payload_out = origins_.data() + origin_bytes(n());
    return all;
  }
  std::vector<View> more_views() const override { return level_views(); }

  void begin(const Level& level) override {
    upload(parents_, std::span(level.parents));
    upload_tiles(level.tiles);
  }
  void splitters(const Level& level) override { kernels().splitters(arrays(), distribution(level), stream().handle()); }
  void count(const Level& level) override { kernels().count(arrays(), distribution(level), stream().handle()); }
  void buckets(const Level& level) override {
    launches<kernels::ScanLaunches>().scan_rows(
        {words(counts_), level.table_words, row_length(level.table_words),
         reinterpret_cast<std::uint32_t*>(row_starts_.data()), reinterpret_cast<std::uint32_t*>(row_sums_.data())},
        stream().handle());
    kernels().buckets(arrays(), distribution(level), stream().handle());
  }
  void scatter(const Level& level, const std::vector<Tile>& tiles) override {
    upload_tiles(tiles);
    kernels().scatter(arrays(), fields(), distribution(level), stream().handle());
  }
  void distribute(const Level& level) override {
    kernels().distribute(arrays(), fields(), distribution(level), stream().handle());
  }
  void move(const Level& level, const std::vector<Tile>& tiles) override {
    if (tiles.empty()) return;
    upload_tiles(tiles);
    kernels().move(arrays(), fields(), distribution(level), stream().handle());
  }
  std::vector<FoundBucket> read_buckets(const Level& level) override {
    std::vector<FoundBucket> found(level.buckets());
    found_.read(stream(), 0, std::as_writable_bytes(std::span(found)));
    return found;
  }
  /// Sorts the buckets in the order of descending size, so that no large bucket remains alone at the end (section 6.2
  /// of the thesis).
  void sort(std::vector<Bucket> buckets) override {
    std::ranges::sort(buckets, std::greater{}, &Bucket::count);
    for (std::size_t first = 0; first < buckets.size(); first += most_.list) {
      const auto part =
          std::span<const Bucket>(buckets).subspan(first, std::min<std::size_t>(most_.list, buckets.size() - first));
      upload(small_, part);
      kernels().quicksort(arrays_of_quicksort(), fields(),
                          {.buckets = reinterpret_cast<const Bucket*>(small_.data()),
                           .count = static_cast<std::uint32_t>(part.size()),
                           .threads = settings_.workgroup,
                           .small = settings_.small,
                           .depth = 2 * static_cast<std::uint32_t>(std::bit_width(part.front().count)),
                           .seed = settings_.seed},
                          stream().handle());
    }
  }

  void restore_more(const Snapshot& snapshot) override {
    RandomizedRun::restore_more(snapshot);
    if (progress().phase != Phase::scatter && progress().phase != Phase::look) return;
    // Snapshots do not contain the buckets that step 3 has found for the host.
    upload(found_, std::span<const FoundBucket>(found_in_tables(*progress().level)));
  }

  bool grouped_;  ///< true if groups of threads move records that are stored as rows
  cuda::Buffer origins_, parents_, tiles_, found_, small_, row_starts_, row_sums_;
  std::uint64_t tile_count_ = 0;
};

}  // namespace

std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings, bool grouped) {
  return std::make_unique<CudaRandomizedRun>(device, std::move(problem), settings, grouped);
}

std::uint64_t cuda_table_bytes(const ProblemForm& form, const Settings& settings) {
  const Capacities most(form.n, settings);
  const std::uint64_t origins = form.payload == data::PayloadKind::record ? 2 * origin_bytes(form.n) : 0;
  return most.bytes(data::key_bytes(form.type)) + (2 * most_rows + 1) * word_bytes + origins;
}

}  // namespace texelsort::algorithms::randomized
