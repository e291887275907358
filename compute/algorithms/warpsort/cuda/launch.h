#pragma once

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/launches.h"
#include "compute/algorithms/warpsort/settings.h"

/// Launches of Warpsort's kernels. Pointers are the device's. Every function throws what cuda::check() throws.
namespace texelsort::algorithms::warpsort {

using kernels::Arrays;
using kernels::Stream;

/// What step 3 chooses: parts - 1 keys, the places that tell them apart from equal keys, and for each part whether all
/// of its keys are equivalent, 1 or 0.
struct Splitters {
  void* keys = nullptr;
  std::uint64_t* places = nullptr;
  std::uint32_t* one_value = nullptr;
};

struct Launches {
  /// WarpsortStep 1: each warp sorts a tile.
  virtual void sort_tiles(const Arrays& arrays, const Settings& settings, Stream stream) const = 0;

  /// WarpsortStep 2: each warp merges two neighbouring runs of `length` keys.
  virtual void merge_runs(const Arrays& arrays, const Settings& settings, std::uint64_t length,
                          Stream stream) const = 0;

  /// WarpsortStep 3: draws settings.parts * settings.sample keys of the sequences, sorts them, equal ones by their
  /// places, and takes settings.parts - 1 splitters. `drawn` has twice drawn_bytes() of the sample.
  virtual void choose_splitters(const Arrays& arrays, const Settings& settings, std::uint64_t length,
                                std::uint64_t sequences, void* drawn, const Splitters& splitters,
                                Stream stream) const = 0;

  /// Where the parts of each sequence of `length` keys end: element i * l + j of `bounds` is the place of the first key
  /// of sequence j that follows splitter i - 1, by its own place if they are equal, for i from 0 (where the sequence
  /// begins) to parts (where it ends).
  virtual void split_sequences(const Arrays& arrays, const Settings& settings, std::uint64_t length,
                               std::uint64_t sequences, const Splitters& splitters, std::uint64_t* bounds,
                               Stream stream) const = 0;

  /// WarpsortStep 4, round `round`: each warp merges two neighbouring runs, of 2^round subsequences each, of a part.
  /// The first round takes them from where `bounds` says, the others from where they go. Parts of one value are copied
  /// to where they go by the first round and into the other array by the second, and stay there.
  virtual void merge_parts(const Arrays& arrays, const Settings& settings, std::uint64_t sequences, unsigned round,
                           const std::uint32_t* one_value, const std::uint64_t* bounds, const std::uint64_t* places,
                           Stream stream) const = 0;
};

struct PlaceLaunches {
  /// Where each of the subsequences of split_sequences() goes: those of part 0 first, in the order of their sequences.
  /// Element parts * l of `places` is n.
  virtual void place_parts(const Settings& settings, std::uint64_t n, std::uint64_t length, std::uint64_t sequences,
                           const std::uint64_t* bounds, std::uint64_t* places, Stream stream) const = 0;
};

}  // namespace texelsort::algorithms::warpsort
