#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/merge/settings.h"

/// The rounds of a merge, and the passes that a merge or a merge sort by kernels takes.
namespace texelsort::algorithms::merge {

using Numbers = std::vector<std::uint64_t>;
using SharedNumbers = std::shared_ptr<const Numbers>;

/// A round as kernels see it, with what its pointers point to on the host.
struct Round : device::Parts {
  /// `input`: starts of its sequences; `selected`: see Parts::splitters.
  Round(const device::Parts& round, SharedNumbers input, SharedNumbers selected = {});

  /// A part's elements of each sequence of a group: `ways`, the last of which may be empty.
  std::vector<IndexRange> ranges(std::uint64_t part, std::uint64_t group) const;
  /// Where they go, in order.
  IndexRange output(std::uint64_t part, std::uint64_t group) const;
  /// The elements of every sequence before each part, a part a row; of splitters that were selected once.
  Numbers positions() const;
  /// The round after this one.
  Round next() const;

  SharedNumbers starts_of_input, all_splitters;
};

/// Rows of sums, as Parts has them of splitters that are selected once, of rows with a position in each of the
/// sequences.
SharedNumbers sums_of(const Numbers& positions, std::uint64_t sequences);

/// How a merge sort makes the sequences that it merges.
struct CudaFirstLevel {
  device::FirstLevel way = device::FirstLevel::quick;
  device::Merger merger = device::Merger::two_way;  ///< of tiles: two_way or four_way
  unsigned depth = 0;                               ///< of quicksort's partitions

  bool merges() const { return way == device::FirstLevel::tiles; }
  /// Elements of the runs before a round of a block's merging.
  std::uint64_t run(std::uint64_t round) const;
};

/// What a pass does.
struct MergeStep {
  enum class Kind : std::uint8_t { sort, merge_runs, select, merge };
  Kind kind = Kind::merge;
  std::uint64_t round = 0;
};

/// How the sequences of a problem are merged.
struct CudaPlan {
  CudaSettings settings;
  std::optional<CudaFirstLevel> first{};
  std::uint64_t n = 0, sequences = 0;
  std::uint64_t parts = 1;  ///< mergers that have any work; fewer than asked for where they would have few keys
  std::uint64_t share = 0;  ///< see device::Parts

  std::uint64_t rounds() const;
  /// Sequences that a selection is among.
  std::uint64_t columns() const { return settings.once() ? sequences : std::min(settings.ways(), sequences); }
  std::uint64_t splitters_bytes() const { return sizeof(std::uint64_t) * (parts + 1) * columns(); }
  std::uint64_t sums_bytes() const;
  std::uint64_t scratch_bytes() const { return device::select_scratch_bytes(columns(), parts); }
  std::uint64_t starts_bytes() const { return sizeof(std::uint64_t) * (sequences + 1); }
  /// All that a run has beside keys and payload.
  std::uint64_t table_bytes() const;
  /// A round, from 0; pointers are to be set.
  device::Parts round(std::uint64_t index) const;

  /// Selection, then a round of merging, again and again; or one selection for all rounds. Before them the sequences
  /// that start there are sorted, if any are.
  std::vector<MergeStep> steps(const Numbers& starts) const;
  PassHeader header(const MergeStep& step) const;
};
/// The plan for the keys of a form in `sequences` sequences.
CudaPlan cuda_plan(const CudaSettings& settings, const ProblemForm& form, std::uint64_t sequences);

/// Neighbouring sequences become one: where they start before and after, and the end of the last. A worker each, or
/// `mergers` of them, each of which has an equal part of all keys.
std::vector<WorkPass::Piece> pieces_between(const Numbers& from, const Numbers& to,
                                            std::optional<std::uint64_t> mergers);

/// Where runs of this length start in sequences, and the end of the last.
SharedNumbers run_starts(const Numbers& starts, std::uint64_t run);

}  // namespace texelsort::algorithms::merge
