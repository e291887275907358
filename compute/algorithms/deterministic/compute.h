#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/deterministic/claims.h"
#include "compute/algorithms/deterministic/compute_tables.h"
#include "compute/algorithms/deterministic/plan.h"
#include "compute/algorithms/deterministic/run_merge.h"
#include "compute/algorithms/deterministic/schedule.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/primitives/segmented_sort.h"

namespace texelsort::algorithms {

/// Rounds of loops that an invocation goes through at the most when it searches its splitters in a sublist, and when it
/// moves its part of a sublist's share of a bucket.
std::uint64_t search_rounds(const BucketPlan& plan, const deterministic::Settings& settings);
std::uint64_t relocation_rounds(const BucketPlan& plan, const deterministic::Settings& settings);

/// One run of GPU Bucket Sort. Its passes depend on n alone.
class DeterministicRun final : public Run, private DeterministicWorker {
 public:
  DeterministicRun(gpu::Device& device, std::shared_ptr<const Problem> problem,
                   const deterministic::Settings& settings);

  std::vector<View> views() const override;
  std::vector<TableKind> table_kinds() const override { return deterministic_table_kinds(); }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override;

 private:
  /// What only a run with buckets has.
  struct Bucketing {
    Bucketing(gpu::Device& device, const Problem& problem, const BucketPlan& plan,
              const deterministic::Settings& settings);
    DeterministicTables tables;
    SegmentedSort sample_sort;
    std::optional<SegmentedSort> bucket_sort;  ///< or
    std::optional<RunMerge> bucket_merge;
    ExclusiveScan scan;
    const gpu::Program *local_samples, *global_samples, *index, *buckets, *relocate;
  };

  void load(const data::State& state) override { arrays_.load(state); }
  bool keep() override {
    arrays_.keep(device_, problem());
    return true;
  }
  void load_kept() override { arrays_.copy_kept(); }
  void save_more(Snapshot& snapshot) const override;
  void restore_more(const Snapshot& snapshot) override;

  void sort_sublists(std::size_t pass) override { local_sort_.run(pass, front_bindings(), nullptr); }
  void select_samples() override;
  void sort_samples(std::size_t pass) override;
  void select_splitters() override;
  void search_splitters() override;
  void scan() override;
  void relocate() override;
  void sort_buckets(std::size_t pass) override;

  void add_merge(const std::string& stage, const RunMerge& merge);
  std::uint64_t searchers() const;
  void dispatch(const gpu::Program& program, std::vector<gpu::BufferBinding> buffers, std::uint64_t invocations,
                std::vector<gpu::Uniform> more = {});
  std::vector<gpu::Uniform> sublist_uniforms() const;
  std::vector<gpu::BufferBinding> front_bindings() const;

  gpu::Device& device_;
  BucketPlan plan_;
  deterministic::Settings settings_;
  std::uint64_t rounds_;  ///< of loops, of any shader that it dispatches itself
  PingPongBuffers arrays_;
  DeterministicClaims claims_;
  SegmentedSort local_sort_;
  std::optional<RunMerge> local_merge_;  ///< of what the first passes of the local sort have sorted
  std::optional<Bucketing> bucketing_;
  DeterministicSteps steps_;
};

}  // namespace texelsort::algorithms
