#pragma once

#include <cstdint>
#include <string>

#include "compute/algorithms/core/settings.h"

/// Settings of a sort of keys in shares, one rank per share. A rank is a thread with separate memory, a process, or a
/// CUDA device.
namespace texelsort::algorithms::distributed {

/// Distribution of the keys among the ranks at the start.
enum class Shares : std::uint8_t {
  even,    ///< equal numbers, up to one key
  rising,  ///< rank i has a number proportional to i; the first has none
  last,    ///< the last rank has all keys
};

/// Method that combines a rank's received sequences into one.
enum class Finish : std::uint8_t { merge, sort };

/// Way in which keys move between devices.
enum class Links : std::uint8_t {
  automatic,
  nccl,
  copies,  ///< CUDA's copies, or between processes via the host
  peer,    ///< no copies: kernels read other devices' shares while merging
};

struct Settings {
  std::uint32_t ranks = 4;
  Shares shares = Shares::even;
  std::uint32_t pivots = 32;   ///< pivots per selection and round
  std::uint32_t seed = 1;      ///< seed of the pivots
  std::uint32_t chunk = 1024;  ///< message size in KiB
  std::uint32_t timeout = 30;  ///< seconds
  bool operator==(const Settings&) const = default;

  std::uint64_t chunk_bytes() const { return std::uint64_t{chunk} << 10; }
};

/// Settings for CUDA devices.
struct CudaSettings : Settings {
  /// NCCL gets whole messages: for 256 MiB each way between two H100s, four chunks need twice as long as one.
  CudaSettings() { chunk = 1 << 22; }
  Finish finish = Finish::merge;
  Links links = Links::automatic;
};

const SettingsTable<Settings>& cpu_settings();
const SettingsTable<CudaSettings>& cuda_settings();

/// With more ranks, each would have few keys, and the number of splitters grows with the square.
inline constexpr std::uint32_t most_ranks = 64;

}  // namespace texelsort::algorithms::distributed
