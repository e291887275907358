#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/reference/host_sort_run.h"

namespace texelsort::algorithms {

/// A library's sort of host memory as an algorithm: runs everywhere, takes everything, has nothing to set.
template <typename Library>
class HostSort final : public AlgorithmWith<NoSettings> {
 public:
  explicit HostSort(AlgorithmInfo info)
      : AlgorithmWith((info.backend = Backend::cpu, info.compares = true, std::move(info)), no_settings) {}

  Availability availability(const gpu::DeviceInfo*) const override { return {}; }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm&, const NoSettings&) const override {
    return std::nullopt;
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const NoSettings&) const override {
    return std::make_unique<HostSortRun<Library>>(std::move(problem));
  }
};

}  // namespace texelsort::algorithms
