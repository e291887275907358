#pragma once

#include <optional>

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/merge/cuda_merge_plan.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms::merge {

/// How a merge sort makes the sequences that it merges.
struct CudaFirstLevel {
  device::FirstLevel way = device::FirstLevel::quick;
  device::Merger merger = device::Merger::two_way;  ///< of tiles: two_way or four_way
  unsigned depth = 0;                               ///< of quicksort's partitions

  bool merges() const { return way == device::FirstLevel::tiles; }
  std::uint64_t ways() const { return merger == device::Merger::four_way ? 4 : 2; }
  /// Elements of the runs before a round of a block's merging.
  std::uint64_t run(std::uint64_t round) const;
};

/// Merges sequences on CUDA, which stand in the input or are sorted first. The passes are certain from the start:
/// selection, then a round of merging, again and again; or one selection for all rounds.
///
/// Views beside keys and payload, all of u64: "sequences", where those that stand there now start and the end of the
/// last. Right after a selection "splitters", parts + 1 rows: how many elements of each sequence come before a part. If
/// only those of the group that the part begins in are told, "group splitters": for each of its `ways` sequences.
class CudaMergeRun final : public CudaRun {
 public:
  CudaMergeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaPlan& plan,
               std::vector<std::uint64_t> starts, std::optional<CudaFirstLevel> first = {});

 private:
  enum class Kind : std::uint8_t { sort, merge_runs, select, merge };
  struct Step {
    Kind kind;
    std::uint64_t round;
  };

  Pass pass_of(std::uint64_t index);
  std::vector<View> table_views() const override;

  void plan_steps();
  PassHeader header(std::uint64_t index) const;
  Pass sort_pass();
  Pass runs_pass(std::uint64_t round);
  /// Where runs of this length start in all sequences, and the end of the last.
  std::shared_ptr<const std::vector<std::uint64_t>> run_starts(std::uint64_t run) const;
  std::uint64_t longest_sequence() const;
  Pass select_pass(std::uint64_t round);
  Pass merge_pass(std::uint64_t round);
  kernels::Arrays arrays() const;
  /// Inside a pass's execute.
  device::Parts parts(std::uint64_t round) const;
  std::uint64_t array_bytes() const;
  /// The splitters are those of all sequences.
  bool tells_all(std::uint64_t round) const { return plan_.columns() == plan_.round(round).count(); }
  TableKind part_starts(std::uint64_t round) const {
    return tells_all(round) ? TableKind(tables::PartStarts{}) : tables::GroupPartStarts{};
  }

  CudaPlan plan_;
  std::optional<CudaFirstLevel> first_;
  std::shared_ptr<const std::vector<std::uint64_t>> starts_;
  std::vector<Step> steps_;
  const GuardedBuffer* starts_table_ = nullptr;
  const GuardedBuffer* splitters_ = nullptr;
  const GuardedBuffer* sums_ = nullptr;
  cuda::Buffer scratch_;
};

}  // namespace texelsort::algorithms::merge
