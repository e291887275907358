#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/merge/cuda/apart.h"
#include "compute/algorithms/merge/cuda/round.h"

/// Launches of the kernels of a single rank. Pointers are device pointers. Every function throws the errors of
/// cuda::check().
namespace texelsort::algorithms::distributed {

struct PivotCall {
  kernels::Arrays arrays;  ///< sorted share, which is only read
  std::uint64_t rank = 0;  ///< rank that owns the share
  std::uint64_t pivots = 0;
  const std::uint64_t* owners = nullptr;  ///< rank that owns each pivot
  const std::uint64_t* places = nullptr;  ///< place of each pivot in its owner's share
  const std::uint64_t* ranges = nullptr;  ///< two places per pivot: the range of this rank's share in which to rank it
  std::uint64_t* codes = nullptr;         ///< encoded pivots
  std::uint64_t* counts = nullptr;        ///< output: two numbers per pivot
};

struct PivotLaunches {
  /// Writes the encoded pivots of this rank to `codes`, and 0 for the pivots of other ranks.
  virtual void tell(const PivotCall& call, kernels::Stream stream) const = 0;
  /// Writes to `counts`, for each pivot, how many keys of the share are smaller, and how many are smaller or equal.
  virtual void rank(const PivotCall& call, kernels::Stream stream) const = 0;
};

/// Arguments of kernels that read sorted shares directly in the memory of several devices.
struct SharesCall {
  kernels::Arrays arrays;                                   ///< output of a merge in `out`; `in` is not used
  const merge::device::SequenceApart* sequences = nullptr;  ///< one per sequence of Parts, padded to whole groups
  merge::device::Parts parts;                               ///< round of merging, with the splitters for the merge
  std::uint64_t columns = 2;                                ///< number of columns per row of splitters
  std::uint64_t* splitters = nullptr;                       ///< output of the selection
  bool wide_payload = false;                                ///< true if payloads have 8 bytes
};

struct ShareLaunches {
  /// Selects splitters by searches along diagonals, for groups of two or four sequences.
  virtual void select(const SharesCall& call, kernels::Stream stream) const = 0;
  /// Merges along merge paths, in tiles of path_shape().
  virtual void merge(const SharesCall& call, kernels::Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::distributed
