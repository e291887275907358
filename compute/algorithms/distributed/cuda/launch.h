#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/merge/cuda/apart.h"
#include "compute/algorithms/merge/cuda/round.h"

/// Launches of the kernels of a single rank of a distributed sort. All pointers are device addresses. Every function
/// throws the errors of cuda::check().
namespace texelsort::algorithms::distributed {

struct PivotCall {
  kernels::Arrays arrays;  ///< sorted share of the rank, which kernels only read
  std::uint64_t rank = 0;  ///< index of the rank that owns the share
  std::uint64_t pivots = 0;
  const std::uint64_t* owners = nullptr;  ///< rank that owns each pivot
  const std::uint64_t* places = nullptr;  ///< position of each pivot in the share of its owner
  /// range of this rank's share in which the kernel ranks each pivot: two positions per pivot
  const std::uint64_t* ranges = nullptr;
  std::uint64_t* codes = nullptr;   ///< encoded keys of the pivots
  std::uint64_t* counts = nullptr;  ///< output: two numbers of keys per pivot; see count()
};

struct PivotLaunches {
  /// Writes the encoded keys of this rank's pivots to `codes`, and 0 for the pivots of other ranks.
  virtual void tell(const PivotCall& call, kernels::Stream stream) const = 0;
  /// Writes two numbers per pivot to `counts`: the number of keys of the share that are smaller than the pivot, and the
  /// number that are smaller or equal.
  virtual void rank(const PivotCall& call, kernels::Stream stream) const = 0;
};

/// Arguments of kernels that read sorted shares directly in the memory of several devices.
struct SharesCall {
  kernels::Arrays arrays;  ///< keys and payload of the merge; kernels write to `out` and ignore `in`
  /// addresses of the sequences to merge, padded to whole groups of `parts.ways`
  const merge::device::SequenceApart* sequences = nullptr;
  merge::device::Parts parts;          ///< merge round; its splitters are only needed for merging
  std::uint64_t columns = 2;           ///< number of columns of the table of splitters
  std::uint64_t* splitters = nullptr;  ///< output of the selection
  bool wide_payload = false;           ///< true if payloads have 8 bytes
};

struct ShareLaunches {
  /// Selects splitters by searches along diagonals, for groups of two or four sequences.
  virtual void select(const SharesCall& call, kernels::Stream stream) const = 0;
  /// Merges along merge paths, in tiles of path_shape().
  virtual void merge(const SharesCall& call, kernels::Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::distributed
