#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/merge/cuda/launch.h"
#include "compute/cuda/device.h"

/// What merges and merge sorts on CUDA are told, and what that takes.
namespace texelsort::algorithms::merge {

/// One selection among all sequences, or one in each round among those that are merged.
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
  std::uint64_t ways() const { return merger == device::Merger::four_way ? 4 : 2; }
  bool stable() const;
};

/// How the sequences of a problem are merged.
struct CudaPlan {
  CudaSettings settings;
  std::uint64_t n = 0, sequences = 0;
  std::uint64_t parts = 1;  ///< mergers that have any work; fewer than asked for where they would have few keys
  std::uint64_t share = 0;  ///< see device::Parts

  std::uint64_t rounds() const;
  /// Sequences that a selection is among.
  std::uint64_t columns() const { return settings.once() ? sequences : std::min(settings.ways(), sequences); }
  std::uint64_t splitters_bytes() const { return sizeof(std::uint64_t) * (parts + 1) * columns(); }
  std::uint64_t sums_bytes() const;
  std::uint64_t scratch_bytes() const;
  std::uint64_t starts_bytes() const { return sizeof(std::uint64_t) * (sequences + 1); }
  /// Of all that a run has beside keys and payload.
  std::uint64_t table_bytes() const;
  /// A round, from 0; pointers are to be set.
  device::Parts round(std::uint64_t index) const;
};
CudaPlan cuda_plan(const CudaSettings& settings, std::uint64_t n, std::uint64_t sequences, data::KeyType type,
                   bool payload);

/// The launches of a merger; those of blocks of one that merges block-wise.
const device::MergeLaunches& merge_launches(device::Merger merger, data::KeyType type);
const device::BlockMergeLaunches& block_merge_launches(device::Merger merger, data::KeyType type);

/// The settings for a device: every multiprocessor full of warps that merge by themselves.
CudaSettings tuned_cuda_settings(const cuda::DeviceInfo& device);

/// selection, splitting, merger, network, width, mergers, seed of CudaSettings or what derives from it. `path`: mergers
/// may go along a merge path. `seeded`: what else the seed is for.
template <typename S>
std::vector<Field<S>> merge_fields(bool path, std::optional<When<S>> seeded = {}) {
  using device::Merger, device::Network, device::Selection;
  std::vector<std::string> mergers{"two-way", "four-way", "bitonic"};
  std::string merger_help =
      "How a merger merges its parts: block by block of two sequences (Algorithm 4) or of four, through three two-way "
      "mergers (section 5.3.5), or whole parts by the bitonic network in shared and global memory (section 5.3.2).";
  if (path) {
    mergers.emplace_back("path");
    merger_help += " path: tiles of the output along a merge path, which takes selection = diagonal. Tuned: path.";
  }
  auto width = field<S, unsigned>(
      &S::width, "width", "threads", PowersOfTwo{32, 256}, 128,
      "Threads of a merger, and keys of a block (section 5.5.5). Mergers of 32 are warps, four of which share a thread "
      "block without waiting for each other.");
  auto parts = field<S, std::uint64_t>(
      &S::mergers, "mergers", "mergers", IntegerRange{1, 1 << 20}, 120,
      "Parts of equal size that are merged side by side, fewer where one would have less than four blocks: four for "
      "each multiprocessor in section 5.5.5.");
  if (path) {
    const auto parted = when_not<S, Merger>(&S::merger, {Merger::path});
    width = std::move(width).only(parted);
    parts = std::move(parts).only(parted);
  }
  auto seed = field<S, std::uint32_t>(&S::seed, "seed", "", IntegerRange{0, 1'000'000'000}, std::nullopt,
                                      seeded ? "Of the pivots of quicksort and of selection = quick and even-quick."
                                             : "Of the pivots of selection = quick and even-quick.")
                  .only(when<S, Selection>(&S::selection, {Selection::quick, Selection::even_quick}));
  if (seeded) seed = std::move(seed).only(*seeded);
  return {
      field<S, Selection>(
          &S::selection, "selection", "", Choices{{"osipov", "quick", "even-quick", "diagonal"}}, Selection::osipov,
          "How splitters are found: step by step from the sequence with the smallest or greatest sample (Algorithm 1), "
          "by pivots of sequences drawn at random (Algorithm 3), by pivots drawn evenly of all that is left, or, of two "
          "sequences, by one binary search."),
      field<S, Splitting>(
          &S::splitting, "splitting", "", Choices{{"once", "round"}}, Splitting::once,
          "Splitters are selected once, among all sequences, each merger then having its part of every one (section "
          "5.1); or in each round among the two or four that are merged."),
      field<S, Merger>(&S::merger, "merger", "", Choices{mergers}, Merger::two_way, merger_help),
      field<S, Network>(&S::network, "network", "", Choices{{"bitonic", "odd-even", "odd-even-stable", "ranking"}},
                        Network::bitonic,
                        "How a block is merged with what the buffer holds back; ranking and odd-even-stable keep the "
                        "order of equal keys (section 5.5.4). Bitonic mergers have no buffer.")
          .only(when<S, Merger>(&S::merger, {Merger::two_way, Merger::four_way})),
      width,
      parts,
      seed,
  };
}

/// What the kernels cannot do.
std::optional<std::string> cuda_merge_refusal(const cuda::DeviceInfo& device, const CudaSettings& settings,
                                              data::KeyType type, data::PayloadKind payload);
/// Why a block that needs so much shared memory cannot run; nothing if it can.
std::optional<std::string> shared_refusal(const cuda::DeviceInfo& device, std::uint64_t bytes, std::string_view who);

}  // namespace texelsort::algorithms::merge
