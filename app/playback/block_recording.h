#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/player.h"
#include "compute/simt/traffic.h"

namespace texelsort::app {

/// Which of the kernels' threads views show.
struct BlockChoice {
  std::size_t launch = 0;  ///< of the present pass
  unsigned block = 0, warp = 0;
  std::optional<std::size_t> instruction;  ///< of the warp; none: that which wastes most
  bool operator==(const BlockChoice&) const = default;
};

/// What the threads of a block do in a launch of the present pass.
struct BlockRecording {
  simt::Recording recording;
  std::vector<simt::WarpTimeline> warps;  ///< none if the pass launches no kernel
  std::vector<simt::LineTraffic> lines;   ///< those that waste most first
  double idle_share = 0;                  ///< of the places for lanes in all instructions

  const simt::Recording::Launch& launch() const { return recording.launches[recording.launch]; }
  /// The instruction of a warp that takes most sectors or wavefronts beyond the least, of the line of source if one is
  /// named; the first access if none wastes any. Nothing without accesses.
  std::optional<std::size_t> worst_instruction(std::size_t warp, const std::string& place = {}) const;
};

/// Whether the run's kernels are executed by the CPU, which can be asked what their threads do.
bool has_threads(const Player& player);

/// Records the present pass once. Replaces each number in `choice` that is too large by the largest one. Returns null
/// at the input.
const BlockRecording* record_block(Player& player, BlockChoice& choice);

}  // namespace texelsort::app
