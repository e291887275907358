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

struct CudaSettings {
  device::Selection selection = device::Selection::osipov;
  bool once = true;  ///< one selection among all sequences, not one a round
  device::Merger merger = device::Merger::two_way;
  device::Network network = device::Network::bitonic;
  unsigned width = 128;
  std::uint64_t mergers = 120;
  std::uint32_t seed = 1;

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
  std::uint64_t columns() const { return settings.once ? sequences : std::min(settings.ways(), sequences); }
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

/// selection, splitting, merger, network, width, mergers, seed.
std::vector<ParameterSpec> cuda_merge_parameters();
CudaSettings cuda_settings(const Parameters& parameters);
/// The values for a device: every multiprocessor full of warps that merge by themselves.
std::map<std::string, std::string> tuned_cuda_settings(const cuda::DeviceInfo& device, std::uint64_t n);

/// What the kernels cannot do.
std::optional<std::string> cuda_merge_refusal(const cuda::DeviceInfo& device, const CudaSettings& settings,
                                              data::KeyType type, data::PayloadKind payload);
/// Why a block that needs so much shared memory cannot run; nothing if it can.
std::optional<std::string> shared_refusal(const cuda::DeviceInfo& device, std::uint64_t bytes, std::string_view who);

}  // namespace texelsort::algorithms::merge
