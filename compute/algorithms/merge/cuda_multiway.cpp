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
template <typename S>
class CudaMerge : public CudaAlgorithmWith<S> {
 public:
  std::vector<TableKind> table_kinds() const override {
    return {tables::Sequences{}, tables::PartStarts{}, tables::GroupPartStarts{}};
  }

 protected:
  using CudaAlgorithmWith<S>::CudaAlgorithmWith;
  virtual CudaSettings merging(const S& settings) const = 0;

  CudaPlan plan(const ProblemForm& form, const S& settings) const {
    return cuda_plan(merging(settings), form.n, form.sequences, form.type, form.payload != data::PayloadKind::none);
  }
  std::uint64_t cuda_bytes(const ProblemForm& form, const S&) const override { return 2 * array_bytes(form); }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const S& settings) const override {
    if (auto reason = splitters_refusal(device, form, settings)) return reason;
    return cuda_merge_refusal(device, merging(settings), form.type, form.payload);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const S& settings) const override {
    const CudaPlan chosen = plan(problem->form(), settings);
    return std::make_unique<CudaMergeRun>(*device, problem, chosen, problem->sequences);
  }

 private:
  std::optional<std::string> splitters_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                               const S& settings) const {
    if (form.sequences == 0) return std::nullopt;  // they are not known
    const std::uint64_t tables = plan(form, settings).table_bytes();
    const auto reason = memory_refusal(form.n, 2 * array_bytes(form) + tables, cuda::memory(device.ordinal));
    if (!reason) return std::nullopt;
    return fmt::format("{}; the splitters of {} sequences take {} of these", *reason, form.sequences, tables);
  }
};

class MultiwayMergeCuda final : public CudaMerge<CudaSettings> {
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
            table()) {}

 protected:
  bool keeps_ties(const CudaSettings& settings) const override { return settings.stable(); }
  CudaSettings merging(const CudaSettings& settings) const override { return settings; }
  CudaSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm&,
                         const Given<CudaSettings>&) const override {
    return tuned_cuda_settings(device);
  }

 private:
  static const SettingsTable<CudaSettings>& table() {
    static const SettingsTable<CudaSettings> settings(merge_fields<CudaSettings>(false));
    return settings;
  }
};

class PathMergeCuda final : public CudaMerge<NoSettings> {
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
            no_settings) {}

 protected:
  CudaSettings merging(const NoSettings&) const override {
    return {.selection = device::Selection::diagonal, .splitting = Splitting::round, .merger = device::Merger::path};
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
