#include "compute/algorithms/ordered/ordered_sample_sort.h"

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/ordered/run.h"

namespace texelsort::algorithms {
namespace {

class OrderedSampleSort final : public CudaAlgorithm {
 public:
  OrderedSampleSort()
      : CudaAlgorithm(
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
            ordered::plan_parameters()) {}

  bool moves_records() const override { return true; }

 protected:
  std::uint64_t device_bytes(const Size& size, const Parameters& parameters) const override {
    return 2 * size.array_bytes() + plan(size, parameters).table_bytes();
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const Size& size,
                                            const Parameters&) const override {
    const std::uint64_t bytes =
        launches<ordered::Launches>(size.type).shared_bytes(size.payload != data::PayloadKind::none);
    if (bytes <= device.max_shared_bytes) return std::nullopt;
    return fmt::format("a block takes {} bytes of shared memory, and this device has at most {} for one", bytes,
                       device.max_shared_bytes);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    auto chosen = ordered::make_plan(problem->n(), key_order(*problem), moves_fields(*problem), parameters);
    const bool grouped = problem->payload == data::PayloadKind::record && parameters.text("rearrange") == "group";
    return std::make_unique<ordered::OrderedRun>(*device, std::move(problem), std::move(chosen), grouped);
  }

 private:
  static bool moves_fields(const Problem& problem) {
    return problem.payload == data::PayloadKind::record ? problem.shape.fields > 0
                                                        : problem.payload != data::PayloadKind::none;
  }
  static ordered::Plan plan(const Size& size, const Parameters& parameters) {
    return ordered::make_plan(size.n, {.type = size.type}, size.payload != data::PayloadKind::none, parameters);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_ordered_sample_sort() {
  return std::make_unique<OrderedSampleSort>();
}

}  // namespace texelsort::algorithms
