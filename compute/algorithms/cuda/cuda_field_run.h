#pragma once

#include <array>

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/fielded_keys.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {

/// Base class of CUDA sorts with front and back arrays that move the fields of a record with every move of its key.
class CudaFieldRun : public CudaRun {
 public:
  data::State read(std::uint64_t first, std::uint64_t count) const final;

 protected:
  CudaFieldRun(gpu::Device& device, std::shared_ptr<const Problem> problem);

  /// Returns whether the run moves the fields of records with their keys.
  bool has_fields() const { return fields_[0] != nullptr; }
  /// Returns the bytes of the fields of all records. Returns 0 if there are no fields.
  std::uint64_t field_bytes() const { return has_fields() ? sizeof(std::uint32_t) * memory_.words() : 0; }
  /// Returns the record fields in the front and back arrays, as arguments for kernels. Only an executing pass may call
  /// the function.
  kernels::FieldArrays field_arrays(bool grouped) const;
  /// Returns keys and fields of the front and back arrays, as arguments for kernels. A payload counts as a field. Only
  /// an executing pass may call the function.
  kernels::FieldedKeys fielded_keys(bool grouped) const;
  /// Returns the views of the run's tables other than the fields.
  virtual std::vector<View> more_views() const { return {}; }

  void load(const data::StateView& state) final;
  bool keep() final;
  void load_kept() final;

 private:
  std::vector<View> table_views() const final;

  data::RecordShape shape_;
  data::RecordMemory memory_;
  GuardedBuffer kept_fields_;
  /// buffers of the record fields, one per side; null if the records have no fields
  std::array<GuardedBuffer*, 2> fields_{};
};

}  // namespace texelsort::algorithms
