#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/merge/cuda/apart.h"
#include "compute/algorithms/merge/cuda/round.h"

/// Launches of a rank's own kernels. Pointers are device addresses. Every function throws the same errors as
/// cuda::check().
namespace texelsort::algorithms::distributed {

struct PivotCall {
  kernels::Arrays arrays;  ///< sorted share, which is only read
  std::uint64_t rank = 0;  ///< owner of the share
  std::uint64_t pivots = 0;
  const std::uint64_t* owners = nullptr;  ///< owning rank of each pivot
  const std::uint64_t* places = nullptr;  ///< place of each pivot in its owner's share
  const std::uint64_t* ranges = nullptr;  ///< two places per pivot: the range in which this rank ranks it
  std::uint64_t* codes = nullptr;         ///< encoded pivots
  std::uint64_t* counts = nullptr;        ///< two numbers per pivot
};

struct PivotLaunches {
  /// Writes to `codes` the rank's own pivots, and 0 for the others.
  virtual void tell(const PivotCall& call, kernels::Stream stream) const = 0;
  /// Writes to `counts` how many keys of the share are smaller than each pivot, and how many are smaller or equal.
  virtual void rank(const PivotCall& call, kernels::Stream stream) const = 0;
};

/// Arguments of kernels that read sorted shares directly in the memory of several devices.
struct SharesCall {
  kernels::Arrays arrays;                                   ///< `out` is the destination of a merge; `in` is unused
  const merge::device::SequenceApart* sequences = nullptr;  ///< one row per sequence of Parts, padded to whole groups
  merge::device::Parts parts;                               ///< merging reads its splitters
  std::uint64_t columns = 2;                                ///< columns per row of splitters
  std::uint64_t* splitters = nullptr;                       ///< written by the selection
  bool wide_payload = false;                                ///< payload of 8 bytes
};

struct ShareLaunches {
  /// Selects along diagonals, for groups of two or four sequences.
  virtual void select(const SharesCall& call, kernels::Stream stream) const = 0;
  /// Merges along merge paths, by tiles of path_shape().
  virtual void merge(const SharesCall& call, kernels::Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::distributed
