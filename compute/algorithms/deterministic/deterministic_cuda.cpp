#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/algorithms/deterministic/cuda/launch.h"
#include "compute/algorithms/deterministic/deterministic_sample_sort.h"
#include "compute/algorithms/deterministic/deterministic_steps.h"
#include "compute/algorithms/networks/rounds.h"

namespace texelsort::algorithms {
namespace {

namespace device = deterministic::device;

std::uint32_t number(const Parameters& parameters, const char* name) {
  return static_cast<std::uint32_t>(parameters.integer(name));
}

BucketPlan plan_of(std::uint64_t n, const Parameters& parameters) {
  return {n, number(parameters, "sublist"), number(parameters, "samples")};
}

device::Sublists sublists_of(const BucketPlan& plan) {
  return {.lists = {.count = static_cast<std::uint32_t>(plan.sublists),
                    .quotient = static_cast<std::uint32_t>(plan.quotient),
                    .remainder = static_cast<std::uint32_t>(plan.remainder)},
          .samples = static_cast<std::uint32_t>(plan.samples),
          .longest = static_cast<std::uint32_t>(plan.longest_sublist())};
}

device::CosetRound round_of(const Round& round) {
  device::CosetRound result;
  for (std::size_t j = 0; j < round.bits.size(); ++j) result.bits[j] = 1u << round.bits[j];
  result.reversed = round.reversed;
  result.count = static_cast<std::uint32_t>(round.steps.size());
  for (std::size_t s = 0; s < round.steps.size(); ++s) {
    result.steps |= std::uint64_t{round.steps[s].dimension + (round.steps[s].reversal ? 8u : 0u)} << (4 * s);
  }
  return result;
}

/// A plan's pass as kernels take it. `starts` is for segments that are not even.
device::BitonicPass bitonic_pass_of(const SegmentedPlan& sort, std::size_t pass, const std::uint32_t* starts) {
  const ComputePass& plan = sort.plan().passes[pass];
  const EvenSegments even = sort.problem().even.value_or(EvenSegments{});
  device::BitonicPass result{.segments = {.count = static_cast<std::uint32_t>(sort.problem().segments),
                                          .quotient = static_cast<std::uint32_t>(even.quotient),
                                          .remainder = static_cast<std::uint32_t>(even.remainder),
                                          .starts = starts},
                             .parts = sort.parts(pass),
                             .sorted = static_cast<std::uint32_t>(sort.sorted_before(pass)),
                             .log2_keys = sort.limits().log2_keys,
                             .threads = static_cast<std::uint32_t>(sort.workgroup(pass)),
                             .tile = plan.form == ComputeForm::tile ? 1u << sort.limits().log2_tile : 0,
                             .by_payload = sort.problem().by_payload,
                             .rounds = static_cast<std::uint32_t>(plan.rounds)};
  for (std::size_t r = 0; r < plan.rounds; ++r) result.round.at(r) = round_of(sort.plan().rounds[plan.first_round + r]);
  return result;
}

class CudaDeterministicRun final : public CudaRun, private DeterministicWorker {
 public:
  CudaDeterministicRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Parameters& parameters)
      : CudaRun(device, problem, Sides::two),
        plan_(plan_of(problem->n(), parameters)),
        threads_(number(parameters, "threads")),
        claims_(plan_, key_order(*problem)),
        steps_(plan_, this->problem(), claims_, *this),
        local_sort_(algorithms::sublists_of(*problem, plan_), limits_of(parameters), threads_) {
    steps_.add_local_sort(local_sort_);
    if (plan_.has_buckets()) plan_buckets(parameters);
    for (const Pass& pass : steps_.passes()) add_pass(pass);
    rewind();
  }

 private:
  void plan_buckets(const Parameters& parameters) {
    shapes_ = deterministic_tables(plan_, problem().type());
    for (const TableShape& shape : shapes_)
      tables_.push_back(&add_table(shape.bytes(), fmt::format("table '{}'", name(shape.kind))));
    sample_sort_.emplace(samples_of(problem(), plan_), limits_of(parameters), threads_);
    bucket_sort_.emplace(buckets_of(problem(), plan_), limits_of(parameters), threads_);
    const std::uint64_t all = plan_.all_samples();
    steps_.add_sampling(*sample_sort_);
    steps_.add_bucketing({.searchers = plan_.sublists * threads_,
                          .scan_launches = 3,
                          .movers = plan_.sublists * threads_,
                          .scan_bytes = 3 * all * sizeof(std::uint32_t)});
    steps_.add_bucket_sort(*bucket_sort_);
  }

  std::vector<TableKind> table_kinds() const override { return deterministic_table_kinds(); }
  std::vector<View> table_views() const override {
    std::vector<View> views;
    for (std::size_t i = 0; i < steps_.tables_filled(passes_done()); ++i) {
      const TableShape& shape = shapes_[i];
      views.push_back(table_view(shape.kind, shape.element, shape.count, shown_width(shape.count), *tables_[i]));
    }
    return views;
  }

  std::uint64_t key_bytes() const { return data::key_bytes(problem().type()); }
  const device::Launches& kernels() const { return launches<device::Launches>(problem().type()); }
  kernels::Arrays in_place() const { return kernel_arrays(problem(), front(), front()); }
  template <typename Element = std::uint32_t>
  Element* table(std::size_t i) const {
    return static_cast<Element*>(pointer(*tables_[i]));
  }
  /// In the order of deterministic_tables().
  device::BucketTables device_tables() const {
    return {.samples = table<void>(0),
            .splitters = table<void>(2),
            .sample_places = table(1),
            .splitter_places = table(3),
            .locations = table(4),
            .starts = table(5),
            .buckets = table(6),
            .sizes = table(7)};
  }

  void sort(const kernels::Arrays& arrays, const SegmentedPlan& plan, std::size_t pass, const std::uint32_t* starts) {
    kernels().bitonic_pass(arrays, bitonic_pass_of(plan, pass, starts), stream().handle());
  }
  void sort_sublists(std::size_t pass) override { sort(in_place(), local_sort_, pass, nullptr); }
  void sort_buckets(std::size_t pass) override { sort(in_place(), *bucket_sort_, pass, device_tables().buckets); }
  void sort_samples(std::size_t pass) override {
    const device::BucketTables tables = device_tables();
    sort({key_order(problem()), plan_.all_samples(), tables.samples, tables.samples, tables.sample_places,
          tables.sample_places},
         *sample_sort_, pass, nullptr);
  }
  void select_samples() override {
    kernels().select_samples(front().keys, sublists_of(plan_), device_tables(), stream().handle());
  }
  void select_splitters() override {
    kernels().select_splitters(sublists_of(plan_), device_tables(), stream().handle());
  }
  void search_splitters() override {
    const device::Sublists sublists = sublists_of(plan_);
    const bool in_shared =
        device::search_shared_bytes(sublists, key_bytes(), true) <= cuda::device(stream().ordinal()).max_shared_bytes;
    kernels().search_splitters(in_place(), sublists, device_tables(), threads_, in_shared, stream().handle());
  }
  void sum_up() override {
    const device::BucketTables tables = device_tables();
    kernels::scan_rows({tables.starts, plan_.all_samples(), plan_.sublists, tables.buckets, tables.sizes},
                       stream().handle());
  }
  void relocate() override {
    kernels().relocate(kernel_arrays(problem(), front(), back()), sublists_of(plan_), device_tables(), threads_,
                       stream().handle());
    swap();
  }

  BucketPlan plan_;
  std::uint32_t threads_;
  DeterministicClaims claims_;
  DeterministicSteps steps_;
  SegmentedPlan local_sort_;
  std::optional<SegmentedPlan> sample_sort_, bucket_sort_;
  std::vector<TableShape> shapes_;
  std::vector<const GuardedBuffer*> tables_;
};

std::vector<ParameterSpec> specs() {
  return {
      {"sublist", "keys", PowersOfTwo{2, 16384}, "2048", "2048",
       "Keys of a sublist at the most, all of them being nearly equal (section 4: as many as shared memory holds)."},
      {"samples", "samples", IntegerRange{1, 8192}, "64", "64",
       "s: equidistant samples of every sublist, and buckets, at most half a sublist's keys (section 5: 64 is best for "
       "32 M keys). More of them make smaller buckets and longer tables."},
      {"tile", "keys", PowersOfTwo{4, 16384}, "2048", "2048",
       "Keys that a block sorts in shared memory, of sublists, samples and buckets alike (section 4: a sublist); no "
       "larger than keys, and shared memory is not used."},
      {"keys", "keys", Choices{{"4", "16"}}, "4", "4",
       "Keys a thread holds in registers while it sorts (section 4: 512 threads for 2048 items)."},
      {"threads", "threads", PowersOfTwo{32, 1024}, "512", "512",
       "Threads a block where they are not those of a tile (section 4: 512)."}};
}

class CudaDeterministic final : public CudaAlgorithm {
 public:
  CudaDeterministic()
      : CudaAlgorithm(
            {.id = "sample/deterministic@cuda",
             .title = "Deterministic sample sort (GPU Bucket Sort), CUDA",
             .family = "sample",
             .summary =
                 "Sublists are sorted in shared memory, equidistant samples of them give the splitters, which are looked "
                 "for in every sublist by twice as many threads round by round, and every bucket is sorted; all sorts are "
                 "bitonic. Equal keys are told apart by their places, so that no bucket exceeds 2n/s keys whatever the "
                 "input is. Not stable, but equal keys end up alike in every run. Memory: two arrays, and for n/L "
                 "sublists of s samples a key and three words a sample.",
             .citation = {"F. Dehne and H. Zaboli", "Deterministic Sample Sort for GPUs",
                          "Parallel Processing Letters 22(3)", 2012, "section 4, algorithm 1"},
             .max_n = std::uint64_t{0xFFFF'FFFF},
             .compares = true},
            specs()) {}

 protected:
  std::uint64_t device_bytes(const Size& size, const Parameters& parameters) const override {
    const BucketPlan plan = plan_of(size.n, parameters);
    std::uint64_t bytes = 2 * size.array_bytes();
    if (!plan.has_buckets()) return bytes;
    for (const TableShape& shape : deterministic_tables(plan, size.type)) bytes += shape.bytes();
    return bytes;
  }

  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const Size& size,
                                            const Parameters& parameters) const override {
    const std::uint32_t sublist = number(parameters, "sublist"), samples = number(parameters, "samples"),
                        tile = number(parameters, "tile"), keys = number(parameters, "keys");
    if (auto reason = refuse_payload_of_compared(size.payload)) return reason;
    if (size.n > 0xFFFF'FFFF) return fmt::format("n = {} is beyond this sort's limit of 2^32 - 1 keys", size.n);
    if (auto reason = BucketPlan::refusal(sublist, samples)) return reason;
    const std::uint32_t most = device::most_bitonic_threads(log2_of(keys));
    if (tile > keys && tile / keys > most) {
      return fmt::format(
          "a tile of {} keys at {} keys a thread needs {} threads, and with so many keys a block has at "
          "most {}",
          tile, keys, tile / keys, most);
    }
    if (const std::uint32_t threads = number(parameters, "threads"); threads > most) {
      return fmt::format("threads = {}, and with {} keys a thread a block has at most {}", threads, keys, most);
    }
    // Samples are sorted with their places, whether the keys have a payload or not.
    if (const std::uint64_t bytes = device::bitonic_shared_bytes(tile, data::key_bytes(size.type), true);
        tile > keys && bytes > device.max_shared_bytes) {
      return fmt::format(
          "a tile of {} keys needs {} bytes of shared memory, and this device's limit is {}: choose a smaller tile",
          tile, bytes, device.max_shared_bytes);
    }
    const BucketPlan plan = plan_of(size.n, parameters);
    if (plan.has_buckets() && plan.largest_bucket() > std::uint64_t{1} << 31) {
      return fmt::format("buckets of up to 2n/s = {} keys are more than 2^31: choose more samples",
                         plan.largest_bucket());
    }
    return std::nullopt;
  }

  std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo&, std::uint64_t n,
                                               data::KeyType type) const override {
    if (n <= ShownCut::most_keys) {
      const ShownCut cut(n);
      return {{"sublist", std::to_string(cut.sublist)}, {"samples", std::to_string(cut.samples)}, {"tile", "4"}};
    }
    // Samples an eighth more than a power of two: most buckets then stay below the power of two that n/s would be, and
    // are spared a stage.
    const bool wide = data::key_bytes(type) == 8;
    return {{"sublist", wide ? "4096" : "8192"},
            {"samples", wide ? "144" : "288"},
            {"tile", wide ? "4096" : "8192"},
            {"keys", "16"},
            {"threads", "256"}};
  }

  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    return std::make_unique<CudaDeterministicRun>(*device, std::move(problem), parameters);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_deterministic_sample_sort_cuda() {
  return std::make_unique<CudaDeterministic>();
}

}  // namespace texelsort::algorithms
