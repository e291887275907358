#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/merge/cuda/apart.h"
#include "compute/algorithms/merge/cuda/round.h"

/// Launches of what a rank does by kernels of its own: all that the host has to say to them. Pointers are the device's.
/// Every function throws what cuda::check() throws.
namespace texelsort::algorithms::distributed {

struct PivotCall {
  kernels::Arrays arrays;  ///< a sorted share, which is only read
  std::uint64_t rank = 0;  ///< whose share it is
  std::uint64_t pivots = 0;
  const std::uint64_t* owners = nullptr;  ///< of the pivots: ranks
  const std::uint64_t* places = nullptr;  ///< in the owners' shares
  const std::uint64_t* ranges = nullptr;  ///< two places each: where this rank ranks them
  std::uint64_t* codes = nullptr;         ///< of the pivots
  std::uint64_t* counts = nullptr;        ///< two numbers each
};

struct PivotLaunches {
  /// `codes`: those of the rank's own pivots; 0 in place of the others'.
  virtual void tell(const PivotCall& call, kernels::Stream stream) const = 0;
  /// `counts`: how many keys of the share are smaller than a pivot, and how many are smaller or equal.
  virtual void rank(const PivotCall& call, kernels::Stream stream) const = 0;
};

/// What is asked of sorted shares that a kernel reads where they are, in the memory of several devices.
struct SharesCall {
  kernels::Arrays arrays;                                   ///< `out` is where keys are merged to; `in` is not read
  const merge::device::SequenceApart* sequences = nullptr;  ///< a row for each that Parts numbers, up to whole groups
  merge::device::Parts parts;                               ///< merging reads its splitters
  std::uint64_t columns = 2;                                ///< of a row of splitters
  std::uint64_t* splitters = nullptr;                       ///< selecting writes them
  bool wide_payload = false;                                ///< of 8 bytes
};

struct ShareLaunches {
  /// Along diagonals, of two sequences or of four a group.
  virtual void select(const SharesCall& call, kernels::Stream stream) const = 0;
  /// Along merge paths, by tiles of path_shape().
  virtual void merge(const SharesCall& call, kernels::Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::distributed
