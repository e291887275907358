#pragma once

#include <cstdint>

#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/cuda/array_memory.h"

/// What can be set of the selections.
namespace texelsort::algorithms {

/// What counts the fragments that pass: occlusion queries, or marks that they leave and shaders sum.
enum class Counting : std::uint8_t { queries, marks };

struct DiscardSettings {
  std::uint32_t width = 1024;  ///< texels a row
  unsigned bits = 1;           ///< decided in a round
  unsigned key_bits = 0;       ///< lowest ones, that are searched; 0: those in which the keys differ
  Counting count = Counting::queries;
  bool operator==(const DiscardSettings&) const = default;
};

struct DepthSettings {
  std::uint32_t width = 1024;
  unsigned bits = 1;
  unsigned key_bits = 0;
  Counting count = Counting::queries;
  std::uint32_t fold = 4;    ///< texels a side of a block of which one texel is kept; 1: never
  std::uint32_t sample = 1;  ///< texels a side of a block of which one is a sample; 1: none
  bool operator==(const DepthSettings&) const = default;
};

struct HistogramSettings {
  unsigned digit = 8;                               ///< bits
  std::uint32_t workgroup = 256, workgroups = 256;  ///< that count
  unsigned key_bits = 0;
  ArrayMemory memory = ArrayMemory::opengl;  ///< that the keys stand in
  std::uint32_t sample = 0;                  ///< keys that are counted first
  bool operator==(const HistogramSettings&) const = default;
};

const SettingsTable<DiscardSettings>& discard_settings();
const SettingsTable<DepthSettings>& depth_settings();
const SettingsTable<HistogramSettings>& histogram_settings();

}  // namespace texelsort::algorithms
