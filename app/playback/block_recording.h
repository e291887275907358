#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"
#include "compute/simt/traffic.h"

namespace texelsort::app {

/// The kernel launch, block, warp and instruction to show.
struct BlockChoice {
  std::size_t launch = 0;  ///< index of the launch in the present pass
  unsigned block = 0, warp = 0;
  std::optional<std::size_t> instruction;  ///< index of the warp's instruction; the most wasteful one if empty
  bool operator==(const BlockChoice&) const = default;
};

/// Recorded activity of one block's threads in one launch of the present pass.
struct BlockRecording {
  simt::Recording recording;
  std::vector<simt::WarpTimeline> warps;  ///< timelines of all warps; empty if the pass launches no kernel
  std::vector<simt::LineTraffic> lines;   ///< memory traffic by source line, the most wasteful lines first
  double idle_share = 0;                  ///< fraction of all lane slots that are idle, over all instructions

  const simt::Recording::Launch& launch() const { return recording.launches[recording.launch]; }
  /// Returns the instruction of a warp with the most sectors or wavefronts above the minimum, or its first access if
  /// none wastes any. Considers only the source line `place` unless it is empty. Returns nothing if there are no
  /// accesses.
  std::optional<std::size_t> worst_instruction(std::size_t warp, const std::string& place = {}) const;
};

/// Returns whether the CPU executes the run's kernels. Only then can their threads be recorded.
bool has_threads(const Player& player);

/// Records the present pass once. Replaces each number in `choice` that is too large by the largest valid one. Returns
/// null if the run is at its input.
const BlockRecording* record_block(Player& player, BlockChoice& choice);

}  // namespace texelsort::app
