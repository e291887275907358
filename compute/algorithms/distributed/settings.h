#pragma once

#include <cstdint>
#include <string>

#include "compute/algorithms/core/settings.h"

/// What a sort of keys that lie in shares, each with a rank of its own, is told. A rank is a thread with its own
/// memory, or a CUDA device.
namespace texelsort::algorithms::distributed {

/// How many of the keys each rank has at the start.
enum class Shares : std::uint8_t {
  even,    ///< the same, but for one
  rising,  ///< rank i as many as i to one: the first has none
  last,    ///< all are the last rank's
};

/// What makes one sorted sequence of those that a rank has received.
enum class Finish : std::uint8_t { merge, sort };

/// What carries keys from device to device.
enum class Links : std::uint8_t {
  automatic,
  nccl,
  copies,  ///< CUDA's own, or from process to process by way of the host
  peer,    ///< none: kernels read the other devices' shares as they merge
};

struct Settings {
  std::uint32_t ranks = 4;
  Shares shares = Shares::even;
  std::uint32_t pivots = 32;   ///< of a selection in a round
  std::uint32_t seed = 1;      ///< of the pivots
  std::uint32_t chunk = 1024;  ///< KiB of a message
  std::uint32_t timeout = 30;  ///< seconds
  bool operator==(const Settings&) const = default;

  std::uint64_t chunk_bytes() const { return std::uint64_t{chunk} << 10; }
};

/// On CUDA devices.
struct CudaSettings : Settings {
  /// NCCL takes whole messages: of 256 MiB each way between two H100s, four chunks take twice as long as one.
  CudaSettings() { chunk = 1 << 22; }
  Finish finish = Finish::merge;
  Links links = Links::automatic;
};

const SettingsTable<Settings>& cpu_settings();
const SettingsTable<CudaSettings>& cuda_settings();

/// More ranks than these have few keys each, and as many splitters as their square.
inline constexpr std::uint32_t most_ranks = 64;

}  // namespace texelsort::algorithms::distributed
