#pragma once

#include <cstdint>

#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/cuda/array_memory.h"

/// Settings of the selections.
namespace texelsort::algorithms {

/// Method of counting fragments that pass: occlusion queries, or marks that shaders sum.
enum class Counting : std::uint8_t { queries, marks };

struct DiscardSettings {
  std::uint32_t width = 1024;  ///< texels per row
  unsigned bits = 1;           ///< bits decided per round
  unsigned key_bits = 0;       ///< lowest bits that are searched; 0: those in which the keys differ
  Counting count = Counting::queries;
  bool operator==(const DiscardSettings&) const = default;
};

struct DepthSettings {
  std::uint32_t width = 1024;
  unsigned bits = 1;
  unsigned key_bits = 0;
  Counting count = Counting::queries;
  std::uint32_t fold = 4;    ///< side in texels of a block of which one texel is kept; 1: no folding
  std::uint32_t sample = 1;  ///< side in texels of a block of which one texel is a sample; 1: no sample
  bool operator==(const DepthSettings&) const = default;
};

struct HistogramSettings {
  unsigned digit = 8;                               ///< width in bits
  std::uint32_t workgroup = 256, workgroups = 256;  ///< for the counting dispatches
  unsigned key_bits = 0;
  ArrayMemory memory = ArrayMemory::opengl;  ///< memory of the keys
  std::uint32_t sample = 0;                  ///< keys that are counted first
  bool operator==(const HistogramSettings&) const = default;
};

const SettingsTable<DiscardSettings>& discard_settings();
const SettingsTable<DepthSettings>& depth_settings();
const SettingsTable<HistogramSettings>& histogram_settings();

}  // namespace texelsort::algorithms
