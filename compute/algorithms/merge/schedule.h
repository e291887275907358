#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/merge/settings.h"

/// Rounds of a merge, and the passes of a merge or a merge sort by kernels.
namespace texelsort::algorithms::merge {

using Numbers = std::vector<std::uint64_t>;
using SharedNumbers = std::shared_ptr<const Numbers>;

/// A round in the form that kernels use. It owns the host arrays to which its pointers refer.
struct Round : device::Parts {
  /// `input` has the starts of the input's sequences. `selected` becomes Parts::splitters.
  Round(const device::Parts& round, SharedNumbers input, SharedNumbers selected = {});

  /// Returns a part's elements of each sequence of a group, as `ways` ranges. The last ranges may be empty.
  std::vector<IndexRange> ranges(std::uint64_t part, std::uint64_t group) const;
  /// Returns the range of the output that receives a part's elements of a group.
  IndexRange output(std::uint64_t part, std::uint64_t group) const;
  /// Returns how many elements of every sequence precede each part, one row per part. Requires splitters that are
  /// selected once.
  Numbers positions() const;
  /// Returns the following round.
  Round next() const;

  SharedNumbers starts_of_input, all_splitters;
};

/// Converts rows of positions, with one position per sequence, into rows of prefix sums. This is the format of
/// Parts::splitters that are selected once.
SharedNumbers sums_of(const Numbers& positions, std::uint64_t sequences);

/// The method by which a merge sort makes the sorted sequences that it then merges.
struct CudaFirstLevel {
  device::FirstLevel way = device::FirstLevel::quick;
  device::Merger merger = device::Merger::two_way;  ///< merger of sorted tiles: two_way or four_way
  unsigned depth = 0;                               ///< maximum depth of quicksort's partitions

  bool merges() const { return way == device::FirstLevel::tiles; }
  /// Returns the number of elements per run before a round in which blocks merge within their sequences.
  std::uint64_t run(std::uint64_t round) const;
};

/// The work of one pass.
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
  std::uint64_t parts = 1;  ///< number of mergers with work; for small inputs fewer than configured
  std::uint64_t share = 0;  ///< see device::Parts

  std::uint64_t rounds() const;
  /// Returns the number of sequences in one selection.
  std::uint64_t columns() const { return settings.once() ? sequences : std::min(settings.ways(), sequences); }
  std::uint64_t splitters_bytes() const { return sizeof(std::uint64_t) * (parts + 1) * columns(); }
  std::uint64_t sums_bytes() const;
  std::uint64_t scratch_bytes() const { return device::select_scratch_bytes(columns(), parts); }
  std::uint64_t starts_bytes() const { return sizeof(std::uint64_t) * (sequences + 1); }
  /// Returns the bytes of a run's tables, in addition to keys and payload.
  std::uint64_t table_bytes() const;
  /// Returns a round, numbered from 0. The caller sets its pointers.
  device::Parts round(std::uint64_t index) const;

  /// Returns the steps of all passes. If the plan has a first level, the first steps sort the sequences. Then each
  /// round has a selection and a merge, or one selection precedes all rounds.
  std::vector<MergeStep> steps(const Numbers& starts) const;
  PassHeader header(const MergeStep& step) const;
};
/// Returns the plan for problems of a form with `sequences` sequences.
CudaPlan cuda_plan(const CudaSettings& settings, const ProblemForm& form, std::uint64_t sequences);

/// Returns the pieces of work that merge neighbouring sequences. `from` and `to` are the starts of the sequences before
/// and after, and the end of the last. One worker merges each result; with `mergers`, that many workers share the keys
/// equally.
std::vector<WorkPass::Piece> pieces_between(const Numbers& from, const Numbers& to,
                                            std::optional<std::uint64_t> mergers);

/// Returns the starts of runs of `run` elements within the sequences, and the end of the last one.
SharedNumbers run_starts(const Numbers& starts, std::uint64_t run);

}  // namespace texelsort::algorithms::merge
