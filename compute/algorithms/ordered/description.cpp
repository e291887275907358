#include <fmt/format.h>

#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/ordered/cuda.h"

namespace texelsort::algorithms {
namespace {

using ordered::Settings;

/// Keys of 32 bits on an H200, medians of nine interleaved samples against bucket = 4200, stretch = 4, ways = 8,
/// oversampling = 60 of larger inputs, keys alone and with an index: 2^16 0.92 and 0.89, 2^18 0.97 and 0.97, 2^20 0.88
/// and 0.98. At 2^22 and from there on nothing tried was ahead.
Settings tuned_settings(const ProblemForm& form) {
  Settings settings;
  constexpr std::uint64_t few = std::uint64_t{1} << 17, some = std::uint64_t{1} << 21;
  const bool narrow =
      data::key_bytes(form.type) == 4 && data::payload_bytes(form.payload) <= 4 && form.shape.fields == 0;
  if (!narrow || form.n > some) return settings;
  if (form.n <= few) {
    settings.bucket = 3072;
    settings.stretch = 6;
  } else {
    settings.bucket = 4096;
    settings.stretch = 5;
    settings.ways = 7;
    settings.oversampling = 32;
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
                 "A free variant of GPU Sample Sort: splitters from samples drawn in every part of the input, equal keys "
                 "told apart by their places, buckets found once and kept in a byte, tiles put in order by bucket in "
                 "shared memory before they are written, and buckets of some thousand keys merged by merge path. Stable, "
                 "and as fast for equal keys as for others. Memory: two arrays, a byte a key and a table of 8 bytes for "
                 "every bucket and tile.",
             .citation = {"N. Leischner",
                          "GPU algorithms for comparison-based sorting and for merging based on multiway "
                          "selection",
                          "Karlsruhe Institute of Technology", 2010, "section 6.5"},
             .stable = true,
             .compares = true},
            ordered::settings()) {}

  bool moves_records() const override { return true; }
  std::vector<TableKind> table_kinds() const override {
    return {tables::Splitters{},  tables::SplitterPlaces{}, tables::BucketCounts{},
            tables::BucketScan{}, tables::BucketStarts{},   tables::BucketSizes{}};
  }

 protected:
  Settings tuned_for(const cuda::DeviceInfo&, const ProblemForm& form, const Given<Settings>&) const override {
    return tuned_settings(form);
  }
  std::uint64_t cuda_bytes(const ProblemForm& form, const Settings& settings) const override {
    return 2 * array_bytes(form) + ordered::make_plan(form, settings).table_bytes();
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const Settings&) const override {
    const std::uint64_t bytes = launches<ordered::Launches>(form.type).shared_bytes(ordered::has_fields(form));
    if (bytes <= device.max_shared_bytes) return std::nullopt;
    return fmt::format("a block takes {} bytes of shared memory, and this device has at most {} for one", bytes,
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
    return std::make_unique<ordered::OrderedRun>(*device, std::move(problem), ordered::make_plan(form, settings));
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_ordered_sample_sort() {
  return std::make_unique<OrderedSampleSort>();
}

}  // namespace texelsort::algorithms
