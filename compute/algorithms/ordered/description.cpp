#include <fmt/format.h>

#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/cuda/kernels/launch.h"
#include "compute/algorithms/cuda/small_input_run.h"
#include "compute/algorithms/ordered/cuda.h"

namespace texelsort::algorithms {
namespace {

using ordered::Settings;

Settings tuned_settings(const ProblemForm& form, const Given<Settings>& given) {
  using S = Settings;
  Settings settings;
  const bool distributes = given.value(&S::bucket) || given.value(&S::bucket_slack) || given.value(&S::ways) ||
                           given.value(&S::oversampling) || given.value(&S::seed);
  if (form.n <= largest_small_input(form) && !distributes) settings.form = S::Form::merged;
  constexpr std::uint64_t some = std::uint64_t{1} << 20;
  if (form.n > some) return settings;
  // Fewer samples save more time than they cost, with one exception. A block with a bucket of 8-byte keys with fields
  // occupies a whole multiprocessor. Such buckets need 0.74 of the time of buckets half as large for 2^20 keys (H200).
  if (data::key_bytes(form.type) == 8 && ordered::has_fields(form)) {
    settings.bucket = 8192;
  } else {
    settings.oversampling = 40;
  }
  return settings;
}

class OrderedSampleSort final : public CudaAlgorithmWith<Settings> {
 public:
  OrderedSampleSort()
      : CudaAlgorithmWith(
            {.id = "sample/ordered@cuda",
             .title = "Sample sort that orders tiles before it scatters them, CUDA",
             .family = "sample",
             .summary =
                 "A variant of GPU Sample Sort. Splitters come from samples of every part of the input, with ties "
                 "broken by position. Each distribution orders tiles by bucket in shared memory before it writes them; "
                 "the last one writes them in place. Buckets of a few thousand keys are then collected from the tiles "
                 "and merged along merge paths. Small inputs are sorted tile by tile, and parts of the tiles merged. "
                 "Stable, and as fast for equal keys as for others. Memory: two arrays, one byte per key if there are "
                 "several distributions, and tables of 4 to 8 bytes per bucket and tile.",
             .citation = {"N. Leischner",
                          "GPU algorithms for comparison-based sorting and for merging based on multiway "
                          "selection",
                          "Karlsruhe Institute of Technology", 2010, "section 6.5"},
             .stable = true,
             .compares = true,
             // Sizes for which small inputs have tiles of different lengths (see kernels::cut_small_input()), and a
             // size for which keys are distributed.
             .form_sizes = {40'001, 300'001, 1'100'001}},
            ordered::settings()) {}

  bool moves_records() const override { return true; }
  std::vector<TableKind> table_kinds() const override {
    return {tables::Splitters{},  tables::SplitterPlaces{}, tables::BucketCounts{},
            tables::BucketScan{}, tables::BucketStarts{},   tables::BucketSizes{}};
  }

 protected:
  Settings tuned_for(const cuda::DeviceInfo&, const ProblemForm& form, const Given<Settings>& given) const override {
    return tuned_settings(form, given);
  }
  std::uint64_t cuda_bytes(const ProblemForm& form, const Settings& settings) const override {
    return 2 * array_bytes(form) + (settings.form == Settings::Form::merged
                                        ? SmallInputRun::table_bytes(form)
                                        : ordered::make_plan(form, settings).table_bytes());
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const Settings& settings) const override {
    if (settings.form == Settings::Form::merged) {
      const auto refusal = small_input_refusal(form, device.max_shared_bytes);
      return refusal ? std::optional(*refusal + ": choose form = distributed") : std::nullopt;
    }
    const std::uint64_t bytes = launches<ordered::Launches>(form.type).shared_bytes(ordered::has_fields(form));
    if (bytes <= device.max_shared_bytes) return std::nullopt;
    return fmt::format("a block needs {} bytes of shared memory, but this device allows at most {} per block", bytes,
                       device.max_shared_bytes);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    return make_record_run(device, std::move(problem), settings, false);
  }
  std::unique_ptr<Run> make_record_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                       const Settings& settings, bool grouped) const override {
    ProblemForm form = problem->form();
    form.grouped = grouped;
    if (settings.form == Settings::Form::merged) {
      return std::make_unique<SmallInputRun>(*device, std::move(problem), grouped);
    }
    const ordered::Plan plan = ordered::make_plan(form, settings);
    return std::make_unique<ordered::OrderedRun>(*device, std::move(problem), plan);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_ordered_sample_sort() {
  return std::make_unique<OrderedSampleSort>();
}

}  // namespace texelsort::algorithms
