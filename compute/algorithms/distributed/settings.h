#pragma once

#include <cstdint>
#include <string>

#include "compute/algorithms/core/settings.h"

/// Settings of a distributed sort, in which each rank has a share of the keys. A rank is a thread with separate memory,
/// a process, or a CUDA device.
namespace texelsort::algorithms::distributed {

/// Distribution of the keys among the ranks before the sort.
enum class Shares : std::uint8_t {
  even,    ///< equal numbers of keys, up to one key
  rising,  ///< rank i has a number proportional to i, and rank 0 has no keys
  last,    ///< the last rank has all keys
};

/// Method that combines the sequences that a rank receives into one.
enum class Finish : std::uint8_t { merge, sort };

/// Way in which keys move between devices.
enum class Links : std::uint8_t {
  automatic,
  nccl,
  copies,  ///< copies by CUDA, or between processes via the host
  peer,    ///< no copies: kernels read the shares of other devices while merging
};

struct Settings {
  std::uint32_t ranks = 4;
  Shares shares = Shares::even;
  std::uint32_t pivots = 32;   ///< number of pivots per selection and round
  std::uint32_t seed = 1;      ///< seed of the random pivots
  std::uint32_t chunk = 1024;  ///< message size in KiB
  std::uint32_t timeout = 30;  ///< timeout in seconds for an unresponsive rank
  bool operator==(const Settings&) const = default;

  std::uint64_t chunk_bytes() const { return std::uint64_t{chunk} << 10; }
};

/// Settings for CUDA devices.
struct CudaSettings : Settings {
  /// The default chunk is so large that NCCL gets whole messages. Two H100s that exchange 256 MiB each way need twice
  /// as long with four chunks as with one.
  CudaSettings() { chunk = 1 << 22; }
  Finish finish = Finish::merge;
  Links links = Links::automatic;
};

const SettingsTable<Settings>& cpu_settings();
const SettingsTable<CudaSettings>& cuda_settings();

/// Maximum number of ranks. With more, each rank would have few keys, and the number of splitters grows with the square
/// of the number of ranks.
inline constexpr std::uint32_t most_ranks = 64;

}  // namespace texelsort::algorithms::distributed
