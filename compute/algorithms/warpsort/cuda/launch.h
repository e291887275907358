#pragma once

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/warpsort/settings.h"

/// Launches of Warpsort's kernels. All pointers are device addresses. Every function throws the errors of
/// cuda::check().
namespace texelsort::algorithms::warpsort {

using kernels::Arrays;
using kernels::Stream;

/// Result of step 3: the keys of parts - 1 splitters, their positions, which break ties with equal keys, and one flag
/// per part. A flag is 1 if all keys of the part are equivalent, and 0 otherwise.
struct Splitters {
  void* keys = nullptr;
  std::uint64_t* places = nullptr;
  std::uint32_t* one_value = nullptr;
};

struct Launches {
  /// Executes step 1: sorts tiles, with one warp per tile.
  virtual void sort_tiles(const Arrays& arrays, const Settings& settings, Stream stream) const = 0;

  /// Executes one round of step 2: merges neighbouring runs of `length` keys in pairs, with one warp per pair.
  virtual void merge_runs(const Arrays& arrays, const Settings& settings, std::uint64_t length,
                          Stream stream) const = 0;

  /// Executes the first half of step 3. Draws settings.parts * settings.sample keys of the sequences, sorts them with
  /// ties broken by position, and selects settings.parts - 1 splitters. `drawn` has twice drawn_bytes() bytes per key
  /// of the sample.
  virtual void choose_splitters(const Arrays& arrays, const Settings& settings, std::uint64_t length,
                                std::uint64_t sequences, void* drawn, const Splitters& splitters,
                                Stream stream) const = 0;

  /// Executes the second half of step 3: writes the bounds of the parts in each of l sequences of `length` keys.
  /// Element i * l + j of `bounds` is the position of the first key of sequence j that follows splitter i - 1. Ties are
  /// broken by position. The bounds for i = 0 are the starts of the sequences. The bounds for i = `parts` are their
  /// ends.
  virtual void split_sequences(const Arrays& arrays, const Settings& settings, std::uint64_t length,
                               std::uint64_t sequences, const Splitters& splitters, std::uint64_t* bounds,
                               Stream stream) const = 0;

  /// Executes round `round` of step 4: merges neighbouring runs of a part in pairs, with one warp per pair. A run has
  /// 2^round subsequences. The first round reads their positions from `bounds`, and later rounds read them from
  /// `places`. Parts of one value are only copied: the first round copies them to their destination, and the second
  /// copies them to the same positions of the other array.
  virtual void merge_parts(const Arrays& arrays, const Settings& settings, std::uint64_t sequences, unsigned round,
                           const std::uint32_t* one_value, const std::uint64_t* bounds, const std::uint64_t* places,
                           Stream stream) const = 0;
};

struct PlaceLaunches {
  /// Writes the destinations of the subsequences that split_sequences() has found: first those of part 0, in the order
  /// of their sequences. Element parts * l of `places` is n.
  virtual void place_parts(const Settings& settings, std::uint64_t n, std::uint64_t length, std::uint64_t sequences,
                           const std::uint64_t* bounds, std::uint64_t* places, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::warpsort
