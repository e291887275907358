#pragma once

#include <cstdint>

#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/cuda/array_memory.h"

/// Settings of the selections.
namespace texelsort::algorithms {

/// Method of counting the fragments that pass: occlusion queries, or marks that shaders sum.
enum class Counting : std::uint8_t { queries, marks };

struct DiscardSettings {
  std::uint32_t width = 1024;  ///< number of texels per row of the texture
  unsigned bits = 1;           ///< number of bits decided per round
  /// number of lowest key bits that the selection searches; 0 means the bits in which the keys differ
  unsigned key_bits = 0;
  Counting count = Counting::queries;
  bool operator==(const DiscardSettings&) const = default;
};

struct DepthSettings {
  std::uint32_t width = 1024;
  unsigned bits = 1;
  unsigned key_bits = 0;
  Counting count = Counting::queries;
  std::uint32_t fold = 4;    ///< side in texels of a block of which folding keeps one texel; 1 if there is no folding
  std::uint32_t sample = 1;  ///< side in texels of a block of which one texel is a sample; 1 if there is no sample
  bool operator==(const DepthSettings&) const = default;
};

struct HistogramSettings {
  unsigned digit = 8;  ///< width of a digit in bits
  /// number of invocations per workgroup, and number of workgroups, for counting; for CUDA, threads and blocks
  std::uint32_t workgroup = 256, workgroups = 256;
  unsigned key_bits = 0;
  ArrayMemory memory = ArrayMemory::opengl;  ///< memory that contains the keys
  std::uint32_t sample = 0;  ///< number of keys in the sample that is counted first; 0 if there is no sample
  bool operator==(const HistogramSettings&) const = default;
};

const SettingsTable<DiscardSettings>& discard_settings();
const SettingsTable<DepthSettings>& depth_settings();
const SettingsTable<HistogramSettings>& histogram_settings();
const SettingsTable<HistogramSettings>& cuda_histogram_settings();

}  // namespace texelsort::algorithms
