#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compute/simt/recorder.h"

namespace texelsort::simt {

/// Instruction that lanes of a warp execute together.
struct Instruction {
  unsigned barriers = 0;                          ///< number of barriers that the warp has passed before
  std::uint32_t code = 0;                         ///< index of Recording::places
  std::uint32_t lanes = 0;                        ///< bit mask of the lanes that execute the instruction
  std::array<std::uint32_t, warp_lanes> event{};  ///< index of the event among the thread's events, by lane

  bool has(unsigned lane) const { return (lanes >> lane & 1) != 0; }
  unsigned lane_count() const { return static_cast<unsigned>(std::popcount(lanes)); }
};

/// Instructions of a warp, in a possible order of execution.
struct WarpTimeline {
  unsigned warp = 0;
  unsigned lanes = warp_lanes;  ///< number of lanes; fewer in a block's last warp
  std::vector<Instruction> instructions;

  /// Fraction of inactive lanes over all instructions. 0 if there are no instructions.
  double idle_share() const;
};

/// Aligns the events of the threads of each warp. Lanes execute the same instruction if its code, its occurrence since
/// the last barrier or warp call, and that call are equal. Diverged lanes reconverge at the first instruction that all
/// of them still execute. A GPU does the same if the compiler places the convergence point there. The language
/// guarantees convergence only at barriers and warp calls (CUDA C++ Programming Guide, "Independent Thread
/// Scheduling").
std::vector<WarpTimeline> align_warps(const Recording& recording);

/// Returns the event of a lane in an instruction.
const Event& event_of(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction,
                      unsigned lane);
/// Returns the event of the first active lane.
const Event& first_event(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

}  // namespace texelsort::simt
