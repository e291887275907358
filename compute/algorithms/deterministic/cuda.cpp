#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/algorithms/deterministic/cuda/launch.h"
#include "compute/algorithms/deterministic/run.h"
#include "compute/algorithms/deterministic/runs.h"
#include "compute/algorithms/primitives/compute_plan.h"

namespace texelsort::algorithms::deterministic {
namespace {

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

/// Converts one pass of a plan to the arguments of kernels. `starts` has the starts of segments of different lengths.
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

class CudaDeterministicRun final : public DeterministicRun<CudaRun> {
 public:
  CudaDeterministicRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Settings& settings)
      : DeterministicRun(device, problem, settings, Sides::two),
        threads_(settings.workgroup),
        local_sort_(deterministic::sublists_of(*problem, plan_), limits_of(settings), threads_) {
    passes_.add_local_sort(local_sort_);
    if (plan_.has_buckets()) {
      passes_.add_sampling(sample_sort_.emplace(samples_of(*problem, plan_), limits_of(settings), threads_));
      passes_.add_bucketing(
          {.searchers = plan_.sublists * threads_, .scan_launches = 3, .movers = plan_.sublists * threads_});
      passes_.add_bucket_sort(bucket_sort_.emplace(buckets_of(*problem, plan_), limits_of(settings), threads_));
    }
    start();
  }

 private:
  const device::Launches& kernels() const { return launches<device::Launches>(problem().type()); }
  kernels::Arrays in_place() const { return kernel_arrays(problem(), front(), front()); }
  std::uint32_t* words(Table which) const { return static_cast<std::uint32_t*>(pointer(table(which))); }
  device::BucketTables device_tables() const {
    return {.samples = pointer(table(Table::samples)),
            .splitters = pointer(table(Table::splitters)),
            .sample_places = words(Table::sample_places),
            .splitter_places = words(Table::splitter_places),
            .locations = words(Table::locations),
            .starts = words(Table::starts),
            .buckets = words(Table::buckets),
            .sizes = words(Table::sizes)};
  }

  void sort(const kernels::Arrays& arrays, const SegmentedPlan& plan, std::size_t pass, const std::uint32_t* starts) {
    kernels().bitonic_pass(arrays, bitonic_pass_of(plan, pass, starts), stream().handle());
  }
  void sort_sublists(std::size_t pass) override { sort(in_place(), local_sort_, pass, nullptr); }
  void sort_buckets(std::size_t pass) override { sort(in_place(), *bucket_sort_, pass, words(Table::buckets)); }
  void sort_samples(std::size_t pass) override {
    const device::BucketTables tables = device_tables();
    sort({key_order(problem()), plan_.all_samples(), tables.samples, tables.samples, tables.sample_places,
          tables.sample_places},
         *sample_sort_, pass, nullptr);
  }
  void local_samples() override {
    kernels().local_samples(front().keys, sublists_of(plan_), device_tables(), stream().handle());
  }
  void global_samples() override { kernels().global_samples(sublists_of(plan_), device_tables(), stream().handle()); }
  void index() override {
    kernels().index(in_place(), sublists_of(plan_), device_tables(), threads_, settings_.doubles(), stream().handle());
  }
  void buckets() override {
    launches<kernels::ScanLaunches>().scan_rows(
        {words(Table::starts), plan_.all_samples(), plan_.sublists, words(Table::buckets), words(Table::sizes)},
        stream().handle());
  }
  void relocate() override {
    kernels().relocate(kernel_arrays(problem(), front(), back()), sublists_of(plan_), device_tables(), threads_,
                       stream().handle());
    swap();
  }

  std::uint32_t threads_;
  SegmentedPlan local_sort_;
  std::optional<SegmentedPlan> sample_sort_, bucket_sort_;
};

}  // namespace

std::unique_ptr<Run> make_cuda_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                   const Settings& settings) {
  return std::make_unique<CudaDeterministicRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms::deterministic
