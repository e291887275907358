#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/merge/settings.h"

/// Rounds of a merge, and the passes of a merge or a merge sort by CUDA kernels.
namespace texelsort::algorithms::merge {

using Numbers = std::vector<std::uint64_t>;
using SharedNumbers = std::shared_ptr<const Numbers>;

/// A merge round with pointers to host memory, which this object owns. Kernels use the base class.
struct Round : device::Parts {
  /// Makes a round. `input` has the starts of the input's sequences. `selected` has the splitters, or is null if they
  /// are unknown.
  Round(const device::Parts& round, SharedNumbers input, SharedNumbers selected = {});

  /// Returns the elements of a part in each sequence of a group, as `ways` ranges. The last ranges may be empty.
  std::vector<IndexRange> ranges(std::uint64_t part, std::uint64_t group) const;
  /// Returns the range of the output that receives the elements of a part in a group.
  IndexRange output(std::uint64_t part, std::uint64_t group) const;
  /// Returns the number of elements of every sequence that precede each part, with one row per part. Requires splitters
  /// that are selected once.
  Numbers positions() const;
  /// Returns the next merge round.
  Round next() const;

  SharedNumbers starts_of_input, all_splitters;
};

/// Converts rows of positions, with one position per sequence, to rows of prefix sums. Parts::splitters has this format
/// if the splitters are selected once.
SharedNumbers sums_of(const Numbers& positions, std::uint64_t sequences);

/// Method by which a merge sort makes the sorted sequences that it merges.
struct CudaFirstLevel {
  device::FirstLevel way = device::FirstLevel::quick;
  device::Merger merger = device::Merger::two_way;  ///< merger of the sorted tiles: two_way or four_way
  unsigned depth = 0;                               ///< maximum depth of nested partitions of quicksort

  bool merges() const { return way == device::FirstLevel::tiles; }
  /// Returns the number of elements per sorted run before the round. In these rounds, blocks merge runs within each
  /// sequence.
  std::uint64_t run(std::uint64_t round) const;
};

/// Work of one pass of a merge or merge sort.
struct MergeStep {
  enum class Kind : std::uint8_t { sort, merge_runs, select, merge };
  Kind kind = Kind::merge;
  std::uint64_t round = 0;
};

/// The plan of a merge: settings, sizes and passes.
struct CudaPlan {
  CudaSettings settings;
  std::optional<CudaFirstLevel> first{};
  std::uint64_t n = 0, sequences = 0;
  std::uint64_t parts = 1;  ///< number of mergers with work, which is smaller than the setting for small inputs
  std::uint64_t share = 0;  ///< number of elements per part; 0 if the sizes of parts differ by at most one element

  std::uint64_t rounds() const;
  /// Returns the number of sequences among which one selection selects.
  std::uint64_t columns() const { return settings.once() ? sequences : std::min(settings.ways(), sequences); }
  std::uint64_t splitters_bytes() const { return sizeof(std::uint64_t) * (parts + 1) * columns(); }
  std::uint64_t sums_bytes() const;
  std::uint64_t scratch_bytes() const { return device::select_scratch_bytes(columns(), parts); }
  std::uint64_t starts_bytes() const { return sizeof(std::uint64_t) * (sequences + 1); }
  /// Returns the bytes of the tables of a run, in addition to keys and payload.
  std::uint64_t table_bytes() const;
  /// Returns a merge round, numbered from 0, without pointers. The caller sets the pointers.
  device::Parts round(std::uint64_t index) const;

  /// Returns the steps of all passes. If the plan has a first level, the first steps sort the sequences. Then each
  /// round has a selection and a merge. If splitters are selected once, one selection precedes all rounds instead.
  std::vector<MergeStep> steps(const Numbers& starts) const;
  PassHeader header(const MergeStep& step) const;
};
/// Returns the plan for problems of a form with `sequences` sequences.
CudaPlan cuda_plan(const CudaSettings& settings, const ProblemForm& form, std::uint64_t sequences);

/// Returns pieces for views: each resulting sequence is the work of one worker. If `mergers` is set, that number of
/// workers share all keys equally instead. `from` and `to` have the starts of the sequences before and after the merge,
/// and the end of the last.
std::vector<WorkPass::Piece> pieces_between(const Numbers& from, const Numbers& to,
                                            std::optional<std::uint64_t> mergers);

/// Returns the starts of runs of `run` elements within the sequences, and the end of the last run.
SharedNumbers run_starts(const Numbers& starts, std::uint64_t run);

}  // namespace texelsort::algorithms::merge
