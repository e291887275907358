#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compute/algorithms/core/text_algorithm.h"
#include "compute/algorithms/reference/host_sort_run.h"

namespace texelsort::algorithms {

/// A library's sort of host memory as an algorithm: runs everywhere, takes everything, has no parameters.
template <typename Library>
class HostSort final : public TextAlgorithm {
 public:
  explicit HostSort(AlgorithmInfo info) : info_(std::move(info)) {
    info_.backend = Backend::cpu;
    info_.compares = true;
  }

  const AlgorithmInfo& info() const override { return info_; }
  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> none;
    return none;
  }
  Availability availability(const gpu::DeviceInfo*) const override { return {}; }
  std::optional<std::string> refusal(const gpu::DeviceInfo*, std::uint64_t, data::KeyType, data::PayloadKind,
                                     const Parameters&) const override {
    return std::nullopt;
  }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo*, std::uint64_t, data::KeyType) const override {
    return {};
  }

 protected:
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const Parameters&) const override {
    return std::make_unique<HostSortRun<Library>>(std::move(problem));
  }

 private:
  AlgorithmInfo info_;
};

}  // namespace texelsort::algorithms
