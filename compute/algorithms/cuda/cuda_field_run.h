#pragma once

#include <array>

#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/cuda/kernels/fielded_keys.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {

/// Sorts on CUDA between two sides that move the fields of records with every move of their keys.
class CudaFieldRun : public CudaRun {
 public:
  data::State read(std::uint64_t first, std::uint64_t count) const final;

 protected:
  CudaFieldRun(gpu::Device& device, std::shared_ptr<const Problem> problem);

  /// Records move with their keys.
  bool has_fields() const { return fields_[0] != nullptr; }
  /// All fields once; 0 if there are none.
  std::uint64_t field_bytes() const { return has_fields() ? sizeof(std::uint32_t) * memory_.words() : 0; }
  /// From the front to the back, inside a pass's execute.
  kernels::FieldArrays field_arrays(bool grouped) const;
  /// Keys and what moves with them, from the front to the back, inside a pass's execute: a payload stands as a field.
  kernels::FieldedKeys fielded_keys(bool grouped) const;
  /// Its tables, besides the fields.
  virtual std::vector<View> more_views() const { return {}; }

  void load(const data::StateView& state) final;
  bool keep() final;
  void load_kept() final;

 private:
  std::vector<View> table_views() const final;

  data::RecordShape shape_;
  data::RecordMemory memory_;
  GuardedBuffer kept_fields_;
  std::array<GuardedBuffer*, 2> fields_{};  ///< by side; null if there are none
};

}  // namespace texelsort::algorithms
