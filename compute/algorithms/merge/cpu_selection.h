#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/cuda/launch.h"
#include "compute/algorithms/primitives/pivot_selection.h"

/// Multiway selection, which computes the number of elements of each sorted sequence that are among the t smallest of
/// all. Both algorithms are from N. Leischner, "GPU algorithms for comparison-based sorting and for merging based on
/// multiway selection", section 5.2, and can be executed step by step.
///
/// Equal elements of earlier sequences count as smaller. The selection for t is therefore a subset of the selection for
/// t + 1, and the parts can be merged stably (appendix A.2).
namespace texelsort::algorithms::merge {

/// A tournament tree that finds the sequence with the smallest or the greatest sample. A change costs O(log k) for k
/// sequences.
class Tournament {
 public:
  enum class Winner : std::uint8_t { smallest, greatest };
  Tournament(std::uint64_t players, Winner winner);

  /// Adds a player with a sample to the tournament, or replaces the sample of a player.
  void enter(std::uint64_t player, std::uint64_t sample);
  void leave(std::uint64_t player);
  /// Returns the winning player. Among players with equal samples, the lowest number wins for `smallest`, and the
  /// highest number wins for `greatest`. Returns null if there are no players.
  std::optional<std::uint64_t> winner() const;
  std::uint64_t sample(std::uint64_t player) const { return samples_[player]; }

 private:
  void play(std::uint64_t player);
  std::uint64_t better(std::uint64_t left, std::uint64_t right) const;

  Winner kind_;
  std::uint64_t leaves_ = 1;
  std::vector<std::uint64_t> samples_;
  std::vector<std::uint64_t> tree_;  ///< player at each node of the tree; node i has the children 2 i and 2 i + 1
};

/// Selection by algorithm 1, by V. Osipov. While the selection has at most t elements, it grows in the sequence with
/// the smallest sample. Otherwise it shrinks in the sequence with the greatest sample.
///
/// The printed pseudo code assumes sequences of equal length and cannot be executed literally. This version differs:
/// - Three counts describe a sequence: lower <= taken <= upper. They replace l, p and u, which count from 0 or from 1
///   depending on p. The sample is the last selected element, or the first element if none is selected.
/// - Sequences with lower = upper are settled and are not chosen again. Otherwise they would be chosen forever.
///   Sequences without selected elements cannot shrink.
/// - Shrinking removes the sample itself from `upper`, so that every shrinking step makes progress.
/// - The selection ends when L = U = t. L = U alone also holds at the start, where the selection ends only for t = 0. L
///   = U < t can also occur later, when the sequence with the smallest sample has no more elements. The proof of
///   appendix A.1 omits this case.
class OsipovSelection {
 public:
  /// Three counts of a sequence's elements: certainly selected, currently selected, and at most selected.
  struct Bounds {
    std::uint64_t lower = 0, taken = 0, upper = 0;
  };

  /// Starts a selection of `target` elements. Requires `target` <= sequences.total(). The object keeps a reference to
  /// the ranks.
  OsipovSelection(Sequences sequences, std::uint64_t target);

  bool done() const { return lower_ == target_ && taken_ == target_; }
  void step();  ///< executes one step; requires !done()

  const std::vector<Bounds>& bounds() const { return bounds_; }
  /// returns L, the number of elements that are certainly selected
  std::uint64_t lower() const { return lower_; }
  std::uint64_t taken() const { return taken_; }  ///< returns U, the number of currently selected elements
  std::uint64_t target() const { return target_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t accesses() const { return accesses_; }  ///< returns the number of elements that the selection has read
  /// returns the number of selected elements of each sequence; final if done() is true
  std::vector<std::uint64_t> splitters() const;

 private:
  void grow();
  void shrink();
  std::uint64_t read(std::uint64_t sequence, std::uint64_t position);
  void enter(std::uint64_t sequence);

  Sequences sequences_;
  std::uint64_t target_;
  std::vector<Bounds> bounds_;
  Tournament smallest_, greatest_;
  std::uint64_t known_ = 0;  ///< a known element, which is certainly selected
  std::uint64_t lower_ = 0, taken_ = 0, steps_ = 0, accesses_ = 0;
};

/// Selection by algorithm 3: quick select with random pivots, for keys that may repeat.
///
/// Each step ranks a pivot in all sequences: `below` counts smaller elements, and `through` counts smaller or equal
/// elements. The selection ends when t lies between the two sums over all sequences. The missing elements are then
/// equal to the pivot and come from the first sequences. Differences from the printed pseudo code:
/// - The selection also ends if t equals one of the sums. Otherwise it would not end for t = 0.
/// - The lower bounds become `through` instead of b. Otherwise the same pivot could be drawn forever, if all remaining
///   elements are equal to it.
/// - The elements added at the end are counted from b, as in the prose of the thesis, and not from l.
/// - The pivot is drawn from the undecided elements of its sequence. If there are none, it is the element at the bound,
///   as in the thesis, and the step decides nothing. Empty sequences are not drawn.
/// - The random generator is the generator of the program's sample sorts.
class QuickSelection {
 public:
  using Bounds = PivotBounds;

  QuickSelection(Sequences sequences, std::uint64_t target, std::uint32_t seed);

  bool done() const { return done_; }
  void step();

  const std::vector<Bounds>& bounds() const { return bounds_; }
  std::uint64_t target() const { return target_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t accesses() const { return accesses_; }
  /// returns the number of selected elements of each sequence; final if done() is true
  std::vector<std::uint64_t> splitters() const;

 private:
  std::uint64_t draw(std::uint64_t choices);
  std::uint64_t draw_pivot();
  std::uint64_t search(std::uint64_t sequence, std::uint64_t first, std::uint64_t last, bool through);

  Sequences sequences_;
  std::uint64_t target_;
  std::uint32_t random_;
  std::vector<Bounds> bounds_;
  std::uint64_t pivot_ = 0;
  bool done_ = false;
  std::uint64_t steps_ = 0, accesses_ = 0;
};

/// Returns the seed of the random generator for the selection of part j.
std::uint32_t selection_seed(std::uint32_t seed, std::uint64_t part);

/// Start positions of `parts` parts of equal size in each of `sequences` sequences.
struct Splitters {
  std::uint64_t parts = 0, sequences = 0;
  /// `parts` + 1 rows of `sequences` positions. Row 0 consists of zeros, and the last row has the lengths of the
  /// sequences.
  std::vector<std::uint64_t> positions;
  std::uint64_t accesses = 0;  ///< number of elements that all selections together read

  std::uint64_t at(std::uint64_t part, std::uint64_t sequence) const { return positions[part * sequences + sequence]; }
};

/// Makes one selection of part_start(n, parts, j) elements for every part j from 1 to parts - 1.
Splitters select_splitters(const Sequences& sequences, std::uint64_t parts, device::Selection selection,
                           std::uint32_t seed);

}  // namespace texelsort::algorithms::merge
