#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/merge/cuda/launch.h"
#include "compute/algorithms/primitives/pivot_selection.h"

/// Multiway selection: how many elements of each sorted sequence belong to the t smallest of all. Both algorithms are
/// from N. Leischner, "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
/// section 5.2, and are written to be stepped through. Of equal elements those of earlier sequences are smaller, so
/// that the selection for t is a subset of that for t + 1 and parts can be merged stably (appendix A.2).
namespace texelsort::algorithms::merge {

/// The sequence that comes first among those that take part, in O(log k) after a change: a tournament tree.
class Tournament {
 public:
  enum class Winner : std::uint8_t { smallest, greatest };
  Tournament(std::uint64_t players, Winner winner);

  /// Player i takes part with this sample from now on, in place of the one it had.
  void enter(std::uint64_t player, std::uint64_t sample);
  void leave(std::uint64_t player);
  /// The smallest of equal samples is the one of the lowest player, the greatest the one of the highest. Nothing if
  /// nobody takes part.
  std::optional<std::uint64_t> winner() const;
  std::uint64_t sample(std::uint64_t player) const { return samples_[player]; }

 private:
  void play(std::uint64_t player);
  std::uint64_t better(std::uint64_t left, std::uint64_t right) const;

  Winner kind_;
  std::uint64_t leaves_ = 1;
  std::vector<std::uint64_t> samples_;
  std::vector<std::uint64_t> tree_;  ///< of players; node i has the children 2 i and 2 i + 1
};

/// Algorithm 1, by V. Osipov: the selection c grows by the sequence with the smallest sample while it is not above t,
/// and shrinks by the one with the greatest sample else.
///
/// The printed pseudo code is for sequences of one length, and cannot be run as it stands; here
/// - a sequence is held as three counts, lower <= taken <= upper, in place of l, p and u, which count from 0 or from 1
///   depending on p; its sample is the last element taken, or the first of all if none is;
/// - sequences with lower = upper are settled and are chosen no more: they would be chosen for ever. Those of which
///   nothing is taken cannot shrink;
/// - to shrink takes the sample itself off `upper`, which is what makes every such step an advance;
/// - it ends when L = U = t; at the start L = U too, which is the end only for t = 0. L = U < t also comes up later,
///   when the sequence with the smallest sample has nothing more to give: the proof of appendix A.1 leaves it out.
class OsipovSelection {
 public:
  /// A sequence's elements: known to be selected, selected now, selected at the most.
  struct Bounds {
    std::uint64_t lower = 0, taken = 0, upper = 0;
  };

  /// `target` <= sequences.total(). The ranks are borrowed.
  OsipovSelection(Sequences sequences, std::uint64_t target);

  bool done() const { return lower_ == target_ && taken_ == target_; }
  void step();  ///< only while not done()

  const std::vector<Bounds>& bounds() const { return bounds_; }
  std::uint64_t lower() const { return lower_; }  ///< L
  std::uint64_t taken() const { return taken_; }  ///< U
  std::uint64_t target() const { return target_; }
  std::uint64_t steps() const { return steps_; }
  std::uint64_t accesses() const { return accesses_; }  ///< elements read
  std::vector<std::uint64_t> splitters() const;         ///< elements taken of each sequence; the answer once done()

 private:
  void grow();
  void shrink();
  std::uint64_t read(std::uint64_t sequence, std::uint64_t position);
  void enter(std::uint64_t sequence);

  Sequences sequences_;
  std::uint64_t target_;
  std::vector<Bounds> bounds_;
  Tournament smallest_, greatest_;
  std::uint64_t known_ = 0;  ///< x: an element that is known to be selected
  std::uint64_t lower_ = 0, taken_ = 0, steps_ = 0, accesses_ = 0;
};

/// Algorithm 3: quick select with pivots at random, for keys that may repeat.
///
/// In each step a pivot is ranked in all sequences: `below` are smaller, `through` are smaller or equal. It ends when t
/// lies between the sums of both; of the elements equal to the pivot the first sequences then give as many as are
/// wanting. Where the printed pseudo code differs:
/// - it ends at equality of t and a sum too, or it would not end for t = 0;
/// - the lower bounds become `through` and not b, or a pivot whose equals fill what is left is drawn for ever;
/// - what is added at the end starts from b, as the prose has it, and not from l;
/// - the sequence is drawn from all, and if nothing of it is left the next one in a circle of which something is; its
///   element is drawn from what is left. The generator is that of the program's sample sorts.
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
  std::vector<std::uint64_t> splitters() const;  ///< the answer once done()

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

/// The generator's first number for the selection of part j.
std::uint32_t selection_seed(std::uint32_t seed, std::uint64_t part);

/// Where `parts` parts of equal size begin in each sequence.
struct Splitters {
  std::uint64_t parts = 0, sequences = 0;
  std::vector<std::uint64_t> positions;  ///< rows 0 to parts of `sequences`: row 0 is 0, the last has the lengths
  std::uint64_t accesses = 0;            ///< of all selections

  std::uint64_t at(std::uint64_t part, std::uint64_t sequence) const { return positions[part * sequences + sequence]; }
};

/// Selects part_start(n, parts, j) elements for every j from 1 to parts - 1.
Splitters select_splitters(const Sequences& sequences, std::uint64_t parts, device::Selection selection,
                           std::uint32_t seed);

}  // namespace texelsort::algorithms::merge
