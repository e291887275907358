#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/cuda/cuda_run.h"

namespace texelsort::algorithms {

/// Algorithm without parameters that calls a CUDA library. `LibraryRun` is constructed from a device and a problem.
/// `LibraryRun::cuda_bytes(form)` returns the bytes of device memory that the run needs.
template <typename LibraryRun>
class CudaLibrary final : public CudaAlgorithmWith<NoSettings> {
 public:
  explicit CudaLibrary(AlgorithmInfo info, std::vector<TableKind> kinds = {})
      : CudaAlgorithmWith(std::move(info), no_settings), kinds_(std::move(kinds)) {}
  std::vector<TableKind> table_kinds() const override { return kinds_; }

 protected:
  bool by_cuda_alone() const override { return true; }
  std::uint64_t cuda_bytes(const ProblemForm& form, const NoSettings&) const override {
    return LibraryRun::cuda_bytes(form);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const NoSettings&) const override {
    return std::make_unique<LibraryRun>(*device, std::move(problem));
  }

 private:
  std::vector<TableKind> kinds_;
};

}  // namespace texelsort::algorithms
