#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "compute/algorithms/radix/schedule.h"
#include "compute/algorithms/radix/settings.h"

namespace texelsort::algorithms {

/// How a radix sort by kernels cuts an array. Its columns are tiles; of SRTS, the tiles that a block goes over.
struct CudaRadixPlan : DigitPlan {
  CudaRadixPlan(RadixSort sort, const ProblemForm& form, const CudaRadixSettings& settings);

  RadixSort sort;
  radix::Shape shape;        ///< never automatic
  bool counting = false;     ///< ranks by counters of each thread
  bool grouped = false;      ///< records that are rows: groups of threads carry them, see radix::FieldArrays
  bool merged = false;       ///< few keys, sorted by merging
  bool adaptive = false;     ///< passes that the keys do not need do nothing; Onesweep's alone
  bool sweeps = false;       ///< Onesweep, or its passes for a prefix
  std::uint32_t prefix = 0;  ///< its digits, 0 if a sample says
  std::uint32_t look_back_reads = 0;
  std::uint64_t portion_tiles;  ///< of one launch of Onesweep, at the most
  std::uint64_t room;           ///< keys that blocks of a prefix's sort are chosen for

  std::uint64_t tiles() const { return shape.tiles(n); }
  /// What kernels move by that digit; order and arrays are still to be named.
  radix::Move move(const DigitPass& digit) const;
};

/// Whether there are kernels of this shape for such digits and keys.
std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes);

/// A run, and the bytes that it takes on the device beside the two arrays.
std::unique_ptr<Run> make_cuda_radix_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                         const CudaRadixPlan& plan);
std::uint64_t cuda_radix_bytes(const CudaRadixPlan& plan);

}  // namespace texelsort::algorithms
