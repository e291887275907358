#pragma once

#include <optional>
#include <string>

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/merge/schedule.h"
#include "compute/cuda/buffer.h"
#include "compute/cuda/device.h"

namespace texelsort::algorithms::merge {

/// Returns why the kernels cannot execute this plan. Returns null if they can.
std::optional<std::string> cuda_merge_refusal(const cuda::DeviceInfo& device, const CudaPlan& plan, data::KeyType type,
                                              data::PayloadKind payload);

/// Run that merges sequences on CUDA. The sequences are in the input, or the run sorts them first.
///
/// Views in addition to keys and payload, all of u64:
/// - "sequences": starts of the current sequences, and the end of the last sequence.
/// - "splitters", right after a selection: parts + 1 rows with the number of elements of each sequence before a part.
/// - "group splitters" instead of "splitters", if a selection covers only the group in which a part begins: one number
///   for each of the group's `ways` sequences.
class CudaMergeRun final : public CudaRun {
 public:
  CudaMergeRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const CudaPlan& plan, Numbers starts);

 private:
  std::vector<View> table_views() const override;

  Pass pass_of(const MergeStep& step);
  void execute(const MergeStep& step);
  Counters cost(const MergeStep& step) const;
  Claim claim(const MergeStep& step) const;
  MergePass merge_pass(const MergeStep& step) const;
  WorkPass work_pass(const MergeStep& step) const;

  /// Returns the round for the kernels, with device addresses. Only an executing pass may call the function.
  device::Parts parts(std::uint64_t round) const;
  std::uint64_t* numbers(const GuardedBuffer& table) const { return static_cast<std::uint64_t*>(pointer(table)); }
  /// Returns whether the splitters of a round cover all sequences.
  bool tells_all(std::uint64_t round) const { return plan_.columns() == plan_.round(round).count(); }
  TableKind part_starts(std::uint64_t round) const {
    return tells_all(round) ? TableKind(tables::PartStarts{}) : tables::GroupPartStarts{};
  }

  CudaPlan plan_;
  SharedNumbers starts_;
  std::vector<MergeStep> steps_;
  const GuardedBuffer* starts_table_ = nullptr;
  const GuardedBuffer* splitters_ = nullptr;
  const GuardedBuffer* sums_ = nullptr;
  cuda::Buffer scratch_;
};

}  // namespace texelsort::algorithms::merge
