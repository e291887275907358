#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/cuda/array_memory.h"
#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/data/keys/keys.h"

namespace texelsort::algorithms {

/// Merrill & Grimshaw's, Bandyopadhyay & Sahni's, Adinets & Merrill's; and that by a prefix of the keys, whose other
/// bits blocks sort by.
enum class RadixSort : std::uint8_t { srts, grs, onesweep, prefix };

/// How the threads of a block rank a tile's keys.
enum class DigitRanking : std::uint8_t { counters, matching };

struct ComputeRadixSettings {
  /// Who goes over a share of the array: a workgroup, or an invocation by itself.
  enum class Form : std::uint8_t { cooperative, serial };
  /// How the invocations of a workgroup rank a tile's keys.
  enum class Ranking : std::uint8_t { counters, matching, subgroups };

  std::uint32_t digit = 8;  ///< bits
  Form form = Form::cooperative;
  Ranking ranking = Ranking::matching;
  std::uint64_t tile = 4096;        ///< keys
  std::uint32_t workgroup = 256;    ///< invocations
  std::uint64_t workgroups = 2048;  ///< share the array; SRTS alone

  bool serial() const { return form == Form::serial; }
  bool operator==(const ComputeRadixSettings&) const = default;
};

/// Groups of 32 invocations find which of their keys have the same digit: between barriers of the workgroup, or as
/// subgroups.
enum class GroupRanking : std::uint8_t { matching, subgroups };

struct ComputeOnesweepSettings {
  using Ranking = GroupRanking;

  std::uint32_t digit = 8;  ///< bits
  Ranking ranking = Ranking::matching;
  std::uint64_t tile = 4096;             ///< keys
  std::uint32_t workgroup = 256;         ///< invocations
  std::uint32_t look_back_reads = 4096;  ///< reads
  ArrayMemory memory = ArrayMemory::opengl;
  bool operator==(const ComputeOnesweepSettings&) const = default;
};

struct ComputeTileSettings {
  std::uint32_t digit = 8;  ///< bits
  GroupRanking ranking = GroupRanking::matching;
  std::uint64_t tile = 4096;      ///< keys
  std::uint32_t workgroup = 256;  ///< invocations
  bool operator==(const ComputeTileSettings&) const = default;
};

/// Stands for the fastest shape.
inline constexpr radix::Shape automatic_shape{};

/// Which passes Onesweep takes: one for each digit; those of them that the counts call for; or, of few keys, those of
/// SmallInputRun.
enum class SweepPasses : std::uint8_t { all, needed, merged };

struct CudaRadixSettings {
  std::uint32_t digit = 8;  ///< bits
  radix::Shape shape = automatic_shape;
  DigitRanking ranking = DigitRanking::matching;  ///< SRTS and GRS
  std::uint64_t blocks = 264;                     ///< share the array; SRTS alone
  std::uint32_t look_back_reads = 4096;           ///< reads; Onesweep alone
  SweepPasses passes = SweepPasses::all;          ///< Onesweep alone
  std::uint32_t prefix = 0;                       ///< digits; 0: as many as a sample calls for; `RadixSort::prefix`
  bool operator==(const CudaRadixSettings&) const = default;
};

/// The tables: for all three by shaders, and by kernels.
const SettingsTable<ComputeRadixSettings>& compute_radix_settings(RadixSort sort);
const SettingsTable<ComputeOnesweepSettings>& compute_onesweep_settings();
const SettingsTable<ComputeTileSettings>& compute_tile_settings();
const SettingsTable<CudaRadixSettings>& cuda_radix_settings(RadixSort sort);

/// Bits of a digit that a workgroup ranks at the most, and a serial invocation, whose counters are its own memory.
inline constexpr std::uint32_t most_cooperative_bits = 8, most_serial_bits = 11;

/// A table of 16 digits can be read, one of 256 is mostly zeros: up to this many keys are for looking at.
inline constexpr std::uint64_t most_shown_keys = 1024;

/// Bits of a digit, for n keys.
constexpr std::uint32_t tuned_digit(std::uint64_t n) {
  return n <= most_shown_keys ? 4 : 8;
}

namespace radix {

/// "256x16", threads and items of each; "auto".
std::string text_of(Shape shape);
void read_text(Shape& shape, const std::string& text);

}  // namespace radix
}  // namespace texelsort::algorithms
