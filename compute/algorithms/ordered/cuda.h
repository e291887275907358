#pragma once

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/ordered/claims.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms::ordered {

/// Run that executes the passes of a plan of an ordered sample sort by CUDA kernels.
class OrderedRun final : public CudaFieldRun {
 public:
  OrderedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Plan& plan);

 protected:
  std::vector<View> more_views() const override;

 private:
  Pass pass_of(const OrderedStep& step);
  void execute(const OrderedStep& step);
  Counters cost(const OrderedStep& step) const;

  const Launches& kernels() const { return launches<Launches>(problem().type()); }
  Keys keys() const { return fielded_keys(plan_.grouped); }
  Tables tables(std::size_t level) const;
  void add_tables();
  void add_first_segment();
  void scan_counts(std::uint64_t* counts, std::uint64_t elements);
  void cut(std::size_t level);
  Starts read_starts(std::size_t level) const;
  Scene scene(std::size_t level) const;
  BucketPass bucket_pass(const OrderedStep& step) const;

  Plan plan_;
  /// starts of segments, and their first tiles: one buffer per level
  std::vector<const GuardedBuffer*> starts_, first_tiles_;
  const GuardedBuffer *splitters_ = nullptr, *places_ = nullptr;
  const GuardedBuffer *offsets_ = nullptr, *bucket_starts_ = nullptr, *bucket_sizes_ = nullptr;
  /// Tables that only sorts with several levels need. Otherwise null.
  const GuardedBuffer *segment_sizes_ = nullptr, *tile_segments_ = nullptr, *bucket_of_keys_ = nullptr,
                      *counts_ = nullptr;
  cuda::Buffer temporary_;
};

}  // namespace texelsort::algorithms::ordered
