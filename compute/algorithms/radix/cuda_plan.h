#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compute/algorithms/radix/schedule.h"
#include "compute/algorithms/radix/settings.h"

namespace texelsort::algorithms {

/// How a radix sort by kernels cuts an array. Its columns are tiles; of SRTS, the tiles that a block goes over.
struct CudaRadixPlan : DigitPlan {
  CudaRadixPlan(RadixSort sort, const ProblemForm& form, const CudaRadixSettings& settings);

  radix::Shape shape;    ///< never automatic
  bool grouped = false;  ///< records that are rows: groups of threads carry them, see radix::FieldArrays

  std::uint64_t tiles() const { return shape.tiles(n); }
  /// What kernels move by that digit; order and arrays are still to be named.
  radix::Move move(const DigitPass& digit) const;
};

/// The fastest of the shapes for these digits that fit the shared memory of a block; measured on an H200.
radix::Shape tuned_shape(std::uint32_t digit_bits, data::KeyType type, data::PayloadKind payload);

/// Whether there are kernels of this shape for such digits and keys.
std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes);

}  // namespace texelsort::algorithms
