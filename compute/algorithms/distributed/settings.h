#pragma once

#include <cstdint>
#include <string>

#include "compute/algorithms/core/settings.h"

/// Settings of a distributed sort, in which each rank has a share of the keys. A rank is a thread with separate memory,
/// a process, or a CUDA device.
namespace texelsort::algorithms::distributed {

/// Distribution of the keys among the ranks before the sort.
enum class Shares : std::uint8_t {
  even,    ///< equal numbers of keys, or numbers that differ by one
  rising,  ///< a number of keys proportional to i for rank i, so that rank 0 has no keys
  last,    ///< all keys in the last rank
};

/// Method that combines the sequences that a rank receives into one: merging them, or sorting again.
enum class Finish : std::uint8_t { merge, sort };

/// Means by which keys move between devices.
enum class Links : std::uint8_t {
  automatic,
  nccl,
  copies,  ///< copies by CUDA within a process, and via the host between processes
  peer,    ///< no copies, because kernels read the shares of other devices while merging
};

struct Settings {
  std::uint32_t ranks = 4;
  Shares shares = Shares::even;
  std::uint32_t pivots = 32;   ///< number of pivots per selection and round
  std::uint32_t seed = 1;      ///< seed of the random pivots
  std::uint32_t chunk = 1024;  ///< size of messages in KiB
  std::uint32_t timeout = 30;  ///< timeout in seconds after which a rank is unresponsive
  bool operator==(const Settings&) const = default;

  std::uint64_t chunk_bytes() const { return std::uint64_t{chunk} << 10; }
};

/// Settings of a distributed sort on CUDA devices.
struct CudaSettings : Settings {
  /// Sets a default chunk that is so large that NCCL gets whole messages. Two H100s that exchange 256 MiB in each
  /// direction need twice as long with four chunks as with one.
  CudaSettings() { chunk = 1 << 22; }
  Finish finish = Finish::merge;
  Links links = Links::automatic;
};

const SettingsTable<Settings>& cpu_settings();
const SettingsTable<CudaSettings>& cuda_settings();

/// Maximum number of ranks. With more ranks, each rank would have few keys, and the number of splitters grows with the
/// square of the number of ranks.
inline constexpr std::uint32_t most_ranks = 64;

}  // namespace texelsort::algorithms::distributed
