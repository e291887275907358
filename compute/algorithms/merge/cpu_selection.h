#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/cuda/launch.h"
#include "compute/algorithms/primitives/pivot_selection.h"

/// Multiway selection: computes how many elements of each sorted sequence are among the t smallest of all. Both
/// algorithms are from N. Leischner, "GPU algorithms for comparison-based sorting and for merging based on multiway
/// selection", section 5.2, and can be executed step by step. Equal elements of earlier sequences count as smaller. The
/// selection for t is therefore a subset of the one for t + 1, and the parts can be merged stably (appendix A.2).
namespace texelsort::algorithms::merge {

/// A tournament tree that finds the sequence with the smallest or greatest sample. A change costs O(log k) for k
/// sequences.
class Tournament {
 public:
  enum class Winner : std::uint8_t { smallest, greatest };
  Tournament(std::uint64_t players, Winner winner);

  /// Adds a player with this sample, or replaces the player's sample.
  void enter(std::uint64_t player, std::uint64_t sample);
  void leave(std::uint64_t player);
  /// Returns the winning player. Of players with equal samples, the lowest number wins for `smallest`, the highest for
  /// `greatest`. Null if there are no players.
  std::optional<std::uint64_t> winner() const;
  std::uint64_t sample(std::uint64_t player) const { return samples_[player]; }

 private:
  void play(std::uint64_t player);
  std::uint64_t better(std::uint64_t left, std::uint64_t right) const;

  Winner kind_;
  std::uint64_t leaves_ = 1;
  std::vector<std::uint64_t> samples_;
  std::vector<std::uint64_t> tree_;  ///< player at each node; node i has the children 2 i and 2 i + 1
};

/// Algorithm 1, by V. Osipov. While the selection has at most t elements, it grows in the sequence with the smallest
/// sample. Otherwise it shrinks in the sequence with the greatest sample.
///
/// The printed pseudo code assumes sequences of equal length and cannot be executed literally. This version differs:
/// - Three counts describe a sequence, lower <= taken <= upper, instead of l, p and u, which count from 0 or from 1
///   depending on p. The sample is the last element taken, or the first of all if none is taken.
/// - Sequences with lower = upper are settled and are not chosen again. Otherwise they would be chosen forever.
///   Sequences without taken elements cannot shrink.
/// - Shrinking removes the sample itself from `upper`, so that every such step makes progress.
/// - It ends when L = U = t. L = U also holds at the start, which is the end only for t = 0. L = U < t can also occur
///   later, when the sequence with the smallest sample has no more elements. The proof of appendix A.1 omits this case.
class OsipovSelection {
 public:
  /// Numbers of elements of a sequence: certainly in the selection, taken now, and at most in the selection.
  struct Bounds {
    std::uint64_t lower = 0, taken = 0, upper = 0;
  };

  /// Requires `target` <= sequences.total(). The object keeps a reference to the ranks.
  OsipovSelection(Sequences sequences, std::uint64_t target);

  bool done() const { return lower_ == target_ && taken_ == target_; }
  void step();  ///< requires !done()

  const std::vector<Bounds>& bounds() const { return bounds_; }
  std::uint64_t lower() const { return lower_; }  ///< L, number of elements that certainly belong to the selection
  std::uint64_t taken() const { return taken_; }  ///< U, number of elements taken now
  std::uint64_t target() const { return target_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t accesses() const { return accesses_; }  ///< number of elements read
  std::vector<std::uint64_t> splitters() const;         ///< elements taken per sequence; final once done()

 private:
  void grow();
  void shrink();
  std::uint64_t read(std::uint64_t sequence, std::uint64_t position);
  void enter(std::uint64_t sequence);

  Sequences sequences_;
  std::uint64_t target_;
  std::vector<Bounds> bounds_;
  Tournament smallest_, greatest_;
  std::uint64_t known_ = 0;  ///< x, an element that certainly belongs to the selection
  std::uint64_t lower_ = 0, taken_ = 0, steps_ = 0, accesses_ = 0;
};

/// Algorithm 3: quick select with random pivots, for keys that may repeat.
///
/// Each step ranks a pivot in all sequences: `below` counts smaller elements, `through` smaller or equal ones. It ends
/// when t lies between the two sums. The missing elements are equal to the pivot and come from the first sequences.
/// Differences from the printed pseudo code:
/// - It also ends if t equals one of the sums. Otherwise it would not end for t = 0.
/// - The lower bounds become `through` instead of b. Otherwise a pivot whose equals fill the rest would be drawn
///   forever.
/// - The elements added at the end are counted from b, as in the prose of the thesis, and not from l.
/// - The sequence is drawn from all. If it is exhausted, the next one in cyclic order with elements left is used. The
///   pivot is drawn from the elements left. The random generator is that of the program's sample sorts.
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
  std::vector<std::uint64_t> splitters() const;  ///< elements taken per sequence; final once done()

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
  std::vector<std::uint64_t> positions;  ///< `parts` + 1 rows of `sequences` positions: row 0 is 0, the last row is the
                                         ///< lengths of the sequences
  std::uint64_t accesses = 0;            ///< number of elements that all selections read

  std::uint64_t at(std::uint64_t part, std::uint64_t sequence) const { return positions[part * sequences + sequence]; }
};

/// Makes one selection of part_start(n, parts, j) elements for every j from 1 to parts - 1.
Splitters select_splitters(const Sequences& sequences, std::uint64_t parts, device::Selection selection,
                           std::uint32_t seed);

}  // namespace texelsort::algorithms::merge
