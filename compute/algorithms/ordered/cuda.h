#pragma once

#include "compute/algorithms/cuda/cuda_field_run.h"
#include "compute/algorithms/ordered/claims.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms::ordered {

/// Distributions, four passes each, then one pass that sorts the buckets.
class OrderedRun final : public CudaFieldRun {
 public:
  /// `grouped`: threads share the words of a record that is a row, see FieldArrays.
  OrderedRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Plan plan, bool grouped);

 protected:
  std::vector<View> more_views() const override;

 private:
  PassHeader header(std::uint64_t index) const;
  Pass pass_of(std::uint64_t index);
  Pass splitters_pass(std::size_t level);
  Pass count_pass(std::size_t level);
  Pass scan_pass(std::size_t level);
  Pass scatter_pass(std::size_t level);
  Pass sort_pass();

  const Launches& kernels() const { return launches<Launches>(problem().type()); }
  Keys keys() const;
  Tables tables(std::size_t level) const;
  /// Cuts the array, or the buckets of level `next` - 1, into the segments of level `next`.
  void add_first_segment();
  void cut(std::size_t level);
  Starts read_starts(std::size_t level) const;
  BucketPass bucket_pass(std::size_t level, bool placed) const;
  std::uint64_t element_bytes() const;

  Plan plan_;
  bool grouped_;
  std::vector<const GuardedBuffer*> starts_, first_tiles_;  ///< of the segments of every level, and of the buckets
  const GuardedBuffer *splitters_ = nullptr, *places_ = nullptr, *sizes_ = nullptr, *tile_segments_ = nullptr,
                      *bucket_of_keys_ = nullptr, *counts_ = nullptr;
  cuda::Buffer temporary_;
};

}  // namespace texelsort::algorithms::ordered
