#include "compute/algorithms/deterministic/cuda.h"

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/scans.h"
#include "compute/algorithms/deterministic/cuda/launch.h"
#include "compute/algorithms/deterministic/schedule.h"
#include "compute/algorithms/networks/rounds.h"
#include "compute/cuda/device.h"

namespace texelsort::algorithms {
namespace {

namespace device = deterministic::device;

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
  CudaDeterministicRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                       const deterministic::Settings& settings)
      : CudaRun(device, problem, Sides::two),
        plan_(problem->n(), settings.sublist, settings.samples),
        threads_(settings.workgroup),
        claims_(plan_, key_order(*problem)),
        steps_(plan_, this->problem(), claims_, *this),
        local_sort_(algorithms::sublists_of(*problem, plan_), limits_of(settings), threads_) {
    steps_.add_local_sort(local_sort_);
    if (plan_.has_buckets()) plan_buckets(settings);
    for (const Pass& pass : steps_.passes()) add_pass(pass);
    rewind();
  }

 private:
  void plan_buckets(const deterministic::Settings& settings) {
    shapes_ = deterministic_tables(plan_, problem().type());
    for (const TableShape& shape : shapes_)
      tables_.push_back(&add_table(shape.bytes(), fmt::format("table '{}'", name(shape.kind))));
    sample_sort_.emplace(samples_of(problem(), plan_), limits_of(settings), threads_);
    bucket_sort_.emplace(buckets_of(problem(), plan_), limits_of(settings), threads_);
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
  void scan() override {
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

}  // namespace

std::unique_ptr<Run> deterministic::make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                                  const Settings& settings) {
  return std::make_unique<CudaDeterministicRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms
