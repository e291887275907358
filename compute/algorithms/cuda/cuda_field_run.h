#pragma once

#include <array>

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/fielded_keys.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {

/// CUDA sort between two sides that moves record fields with every move of the keys.
class CudaFieldRun : public CudaRun {
 public:
  data::State read(std::uint64_t first, std::uint64_t count) const final;

 protected:
  CudaFieldRun(gpu::Device& device, std::shared_ptr<const Problem> problem);

  /// Returns whether records move with their keys.
  bool has_fields() const { return fields_[0] != nullptr; }
  /// Returns the bytes of all fields, counted once. 0 if there are none.
  std::uint64_t field_bytes() const { return has_fields() ? sizeof(std::uint32_t) * memory_.words() : 0; }
  /// Returns the fields of front and back, for use inside a pass's execute.
  kernels::FieldArrays field_arrays(bool grouped) const;
  /// Returns keys and fields of front and back, for use inside a pass's execute. A payload is passed as a field.
  kernels::FieldedKeys fielded_keys(bool grouped) const;
  /// Returns views of its tables other than the fields.
  virtual std::vector<View> more_views() const { return {}; }

  void load(const data::StateView& state) final;
  bool keep() final;
  void load_kept() final;

 private:
  std::vector<View> table_views() const final;

  data::RecordShape shape_;
  data::RecordMemory memory_;
  GuardedBuffer kept_fields_;
  std::array<GuardedBuffer*, 2> fields_{};  ///< Indexed by side. Null if there are no fields.
};

}  // namespace texelsort::algorithms
