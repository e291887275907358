#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/settings.h"
#include "compute/gpu/executor.h"

namespace texelsort::algorithms {

/// Merges the sorted runs of every sublist, or of every bucket, until each of them is one run, several runs at a time
/// and from one array to another: an invocation a merged run. A bucket's runs are the sublists' shares.
class RunMerge {
 public:
  enum class Of : std::uint8_t { sublists, buckets };

  /// Compiles. Runs of sublists have as many keys as a block sorts, the last one of each fewer.
  RunMerge(gpu::Device& device, const Problem& problem, const BucketPlan& plan, const deterministic::Settings& settings,
           Of what);

  /// Keys that one invocation merges at the most, one in each round of its loop.
  static std::uint64_t longest_merge(Of what, const BucketPlan& plan);

  Of what() const { return what_; }
  std::size_t passes() const { return widths_.size(); }
  std::string label(std::size_t pass) const;

  /// One dispatch. `arrays` binds keys and payload to be read as blocks 0 and 1, to be written as 2 and 3; `uniforms`
  /// are those of the sublists; `starts` is for buckets.
  void run(std::size_t pass, std::vector<gpu::BufferBinding> arrays, std::vector<gpu::Uniform> uniforms,
           const gpu::BufferBinding* starts) const;

  /// Where the merged runs start, and n. `starts` is the table of that name, for buckets.
  std::vector<std::uint64_t> merged_starts(std::size_t pass, std::span<const std::uint64_t> starts) const;

  Counters count(std::size_t pass) const;

 private:
  std::uint64_t segments() const { return what_ == Of::sublists ? plan_.sublists : plan_.samples; }
  std::uint64_t groups(std::size_t pass) const;

  gpu::Device& device_;
  BucketPlan plan_;
  Of what_;
  std::uint64_t ways_, workgroup_, element_bytes_;
  std::uint64_t longest_;              ///< keys of a sublist, or runs of a bucket
  std::vector<std::uint64_t> widths_;  ///< of a pass's runs, in keys or sublists
  const gpu::Program* program_ = nullptr;
};

}  // namespace texelsort::algorithms
