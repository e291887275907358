#pragma once

#include <cstdint>

#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/merge/cpu_merger.h"
#include "compute/algorithms/merge/cuda/launch.h"

/// Settings of merges and merge sorts.
namespace texelsort::algorithms::merge {

/// Settings of a merge on the CPU.
struct Settings {
  device::Selection selection = device::Selection::osipov;  ///< selection method: osipov or quick
  device::Merger merger = device::Merger::two_way;          ///< merger: two_way, four_way or bitonic
  BufferMerge buffer_merge = BufferMerge::stable;
  std::uint64_t width = 128;    ///< number b of elements per block
  std::uint64_t mergers = 120;  ///< number p of mergers, which is also the number of parts
  std::uint32_t seed = 1;       ///< seed of the random pivots of quick selection

  std::uint64_t ways() const { return device::ways(merger); }
  bool stable() const { return merger != device::Merger::bitonic && buffer_merge == BufferMerge::stable; }
};

/// Choice of when splitters are selected: once among all sequences, or in each round among the sequences that the round
/// merges.
enum class Splitting : std::uint8_t { once, round };

struct CudaSettings {
  device::Selection selection = device::Selection::osipov;
  Splitting splitting = Splitting::once;
  device::Merger merger = device::Merger::two_way;
  device::Network network = device::Network::bitonic;
  unsigned width = 128;
  std::uint64_t mergers = 120;
  std::uint32_t seed = 1;

  bool once() const { return splitting == Splitting::once; }
  std::uint64_t ways() const { return device::ways(merger); }
  bool stable() const;
};

/// Method by which a block of a merge sort sorts a sequence: quicksort, the bitonic network, or two-way or four-way
/// merging of sorted tiles.
enum class First : std::uint8_t { quick, bitonic, two_way, four_way };

/// Settings of a merge sort: how it makes its first sequences, and how it merges them.
struct SortSettings : CudaSettings {
  SortSettings() { selection = device::Selection::quick; }
  First first = First::quick;
  std::uint64_t sequences = 120;
};

const SettingsTable<Settings>& cpu_settings();
const SettingsTable<CudaSettings>& cuda_settings();
const SettingsTable<SortSettings>& sort_settings();

}  // namespace texelsort::algorithms::merge
