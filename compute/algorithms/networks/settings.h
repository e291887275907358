#pragma once

#include <bit>
#include <cstdint>

#include "compute/algorithms/core/settings.h"

/// What can be set of the methods that run networks.
namespace texelsort::algorithms {

struct SingleQuadSettings {
  /// Where indices live: row by row, or in square tiles.
  enum class Mapping : std::uint8_t { row_major, tiled };
  std::uint32_t width = 1024;  ///< texels a row
  Mapping mapping = Mapping::row_major;
  std::uint32_t tile = 8;  ///< texels a side

  /// 0 for the row-major mapping.
  std::uint32_t log2_tile() const {
    return mapping == Mapping::row_major ? 0 : static_cast<std::uint32_t>(std::countr_zero(tile));
  }
  bool operator==(const SingleQuadSettings&) const = default;
};

struct GroupedQuadsSettings {
  std::uint32_t width = 1024;   ///< texels a row
  std::uint64_t narrowest = 1;  ///< texels across a quad
  bool operator==(const GroupedQuadsSettings&) const = default;
};

struct BlendSettings {
  std::uint32_t width = 1024;   ///< texels a row
  std::uint64_t narrowest = 1;  ///< texels across a quad
  bool operator==(const BlendSettings&) const = default;
};

struct FusedSettings {
  /// How fragments write: to render targets, or by image stores.
  enum class Writes : std::uint8_t { targets, images };
  std::uint64_t steps = 32;   ///< a pass, at the most
  std::uint64_t targets = 8;  ///< texels that a fragment writes
  Writes writes = Writes::targets;
  bool operator==(const FusedSettings&) const = default;
};

struct ComputeSettings {
  std::uint32_t workgroup = 256;  ///< invocations, of passes without tiles
  std::uint32_t tile = 1024;      ///< keys in shared memory
  std::uint32_t keys = 8;         ///< of an invocation, in registers
  std::uint32_t sweep = 1024;     ///< keys of a tile of passes that sweep
  std::uint64_t steps = 512;      ///< a pass, at the most
  bool operator==(const ComputeSettings&) const = default;
};

const SettingsTable<SingleQuadSettings>& single_quad_settings();
const SettingsTable<GroupedQuadsSettings>& grouped_quads_settings();
const SettingsTable<BlendSettings>& blend_settings();
const SettingsTable<FusedSettings>& fused_settings();
const SettingsTable<ComputeSettings>& compute_settings();

}  // namespace texelsort::algorithms
