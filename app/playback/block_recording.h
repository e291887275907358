#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"
#include "compute/simt/traffic.h"

namespace texelsort::app {

/// Choice of the kernel launch, block, warp and instruction that a view shows.
struct BlockChoice {
  std::size_t launch = 0;  ///< index of the kernel launch, from 0, among those of the present pass
  unsigned block = 0, warp = 0;
  std::optional<std::size_t> instruction;  ///< index of the warp's instruction; if empty, the most wasteful instruction
  bool operator==(const BlockChoice&) const = default;
};

/// Recorded activity of all threads of one block in one kernel launch of the present pass.
struct BlockRecording {
  simt::Recording recording;
  std::vector<simt::WarpTimeline> warps;  ///< timelines of the block's warps; empty if the pass launches no kernel
  std::vector<simt::LineTraffic> lines;   ///< memory traffic by source line, the most wasteful lines first
  double idle_share = 0;  ///< fraction of the block's lane slots in which a lane is idle, over all instructions

  const simt::Recording::Launch& launch() const { return recording.launches[recording.launch]; }
  /// Returns the index of the most wasteful instruction of a warp. Its number of sectors or wavefronts exceeds the
  /// minimum most. If no instruction is wasteful, returns the first memory access. If `place` is not empty, considers
  /// only this source line. Returns nothing if there is no memory access.
  std::optional<std::size_t> worst_instruction(std::size_t warp, const std::string& place = {}) const;
};

/// Returns whether the CPU executes the kernels of a run. Only then can threads be recorded.
bool has_threads(const Player& player);

/// Records the threads of a block in the present pass, unless they are already recorded. Reduces numbers in `choice`
/// that are too large to the largest valid ones. Returns null if the run is at its input.
const BlockRecording* record_block(Player& player, BlockChoice& choice);

}  // namespace texelsort::app
