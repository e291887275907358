#pragma once

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/warpsort/warpsort_settings.h"

/// Launches of Warpsort's kernels. Pointers are the device's. Every function throws what cuda::check() throws.
namespace texelsort::algorithms::warpsort {

using kernels::Arrays;
using kernels::Stream;

/// Step 1: each warp sorts a tile.
void sort_tiles(const Arrays& arrays, const Settings& settings, Stream stream);

/// Step 2: each warp merges two neighbouring runs of `length` keys.
void merge_runs(const Arrays& arrays, const Settings& settings, std::uint64_t length, Stream stream);

/// Step 3: draws settings.parts * settings.sample keys of the input, sorts them and takes settings.parts - 1 splitters,
/// as keys. `drawn` has room for twice the sample.
void choose_splitters(const Arrays& arrays, const Settings& settings, void* drawn, void* splitters, Stream stream);

/// Where the parts of each sequence of `length` keys end: element i * l + j of `bounds` is the place of the first key
/// of sequence j that is greater than splitter i - 1, for i from 0 (where the sequence begins) to parts (where it
/// ends).
void split_sequences(const Arrays& arrays, const Settings& settings, std::uint64_t length, std::uint64_t sequences,
                     const void* splitters, std::uint64_t* bounds, Stream stream);

/// Where each of these subsequences goes: those of part 0 first, in the order of their sequences. Element
/// parts * l of `places` is n.
void place_parts(const Settings& settings, std::uint64_t n, std::uint64_t length, std::uint64_t sequences,
                 const std::uint64_t* bounds, std::uint64_t* places, Stream stream);

/// Step 4, round `round`: each warp merges two neighbouring runs, of 2^round subsequences each, of a part. The first
/// round takes them from where `bounds` says, the others from where they go.
void merge_parts(const Arrays& arrays, const Settings& settings, std::uint64_t sequences, unsigned round,
                 const std::uint64_t* bounds, const std::uint64_t* places, Stream stream);

}  // namespace texelsort::algorithms::warpsort
