#include <fmt/format.h>

#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/merge/cuda_merge.h"
#include "compute/algorithms/merge/cuda_merge_run.h"
#include "compute/algorithms/merge/multiway_algorithm.h"
#include "compute/cuda/choice.h"

namespace texelsort::algorithms {
namespace merge {
namespace {

/// What merges on CUDA share, however they are told what to do.
class CudaMerge : public CudaAlgorithm {
 public:
  std::optional<std::string> refusal_of_sequences(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                  const Parameters& parameters) const override {
    if (device == nullptr || form.sequences == 0) return std::nullopt;
    const cuda::Choice choice = cuda::choose(*device);
    if (!choice.ordinal) return std::nullopt;
    const CudaPlan plan =
        cuda_plan(settings(parameters), form.n, form.sequences, form.type, form.payload != data::PayloadKind::none);
    const Size size{form.n, form.type, form.payload};
    const std::uint64_t bytes = 2 * size.array_bytes() + plan.table_bytes();
    if (auto reason = memory_refusal(form.n, bytes, cuda::memory(*choice.ordinal))) {
      return fmt::format("{}; the splitters of {} sequences take {} of these", *reason, form.sequences,
                         plan.table_bytes());
    }
    return std::nullopt;
  }

 protected:
  using CudaAlgorithm::CudaAlgorithm;
  virtual CudaSettings settings(const Parameters& parameters) const = 0;

  std::uint64_t device_bytes(const Size& size, const Parameters&) const override { return 2 * size.array_bytes(); }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const Size& size,
                                            const Parameters& parameters) const override {
    return cuda_merge_refusal(device, settings(parameters), size.type, size.payload);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    const auto& starts = problem->sequences;
    const CudaPlan plan = cuda_plan(settings(parameters), problem->n(), starts.size() - 1, problem->type(),
                                    problem->payload != data::PayloadKind::none);
    return std::make_unique<CudaMergeRun>(*device, problem, plan, starts);
  }
};

class MultiwayMergeCuda final : public CudaMerge {
 public:
  MultiwayMergeCuda()
      : CudaMerge(
            {.id = "merge/multiway@cuda",
             .title = "Multiway selection and merging (Leischner), CUDA",
             .family = "merge",
             .summary =
                 "Cuts k sorted sequences into parts of equal size, each of which a merger merges by itself, block by "
                 "block through a buffer in shared memory. With the thesis's parameters (--paper) multiway selection cuts "
                 "all sequences once and mergers are thread blocks; as tuned each round cuts its pairs of sequences by "
                 "searches along diagonals and mergers are warps. Memory: two arrays and 8 bytes for every splitter.",
             .citation = thesis("5.1 to 5.3"),
             .task = Task::merge,
             .compares = true},
            cuda_merge_parameters()) {}
  bool keeps_ties(const Parameters& parameters) const override { return settings(parameters).stable(); }

 protected:
  CudaSettings settings(const Parameters& parameters) const override { return cuda_settings(parameters); }
  std::map<std::string, std::string> tuned_for(const cuda::DeviceInfo& device, std::uint64_t n,
                                               data::KeyType) const override {
    return tuned_cuda_settings(device, n);
  }
};

class PathMergeCuda final : public CudaMerge {
 public:
  PathMergeCuda()
      : CudaMerge(
            {.id = "merge/path@cuda",
             .title = "Merge path (Green, McColl & Bader), CUDA",
             .family = "merge",
             .summary =
                 "Rounds of pairs of sequences: a binary search along a diagonal cuts each pair into tiles, which thread "
                 "blocks merge in shared memory, each thread a stretch of its own. Memory: two arrays and 16 bytes for "
                 "every tile.",
             .citation = {"O. Green, R. McColl, D. Bader", "GPU Merge Path: A GPU Merging Algorithm",
                          "Proceedings of the 26th ACM International Conference on Supercomputing", 2012,
                          "sections 3 and 4"},
             .stable = true,
             .task = Task::merge,
             .compares = true},
            {}) {}

 protected:
  CudaSettings settings(const Parameters&) const override {
    CudaSettings settings;
    settings.selection = device::Selection::diagonal;
    settings.once = false;
    settings.merger = device::Merger::path;
    return settings;
  }
};

}  // namespace
}  // namespace merge

std::unique_ptr<Algorithm> make_multiway_merge_cuda() {
  return std::make_unique<merge::MultiwayMergeCuda>();
}

std::unique_ptr<Algorithm> make_path_merge_cuda() {
  return std::make_unique<merge::PathMergeCuda>();
}

}  // namespace texelsort::algorithms
