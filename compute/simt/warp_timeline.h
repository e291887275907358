#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compute/simt/recorder.h"

namespace texelsort::simt {

/// Instruction that one or more lanes of a warp execute together.
struct Instruction {
  unsigned barriers = 0;    ///< number of barriers that the warp has passed before the instruction
  std::uint32_t code = 0;   ///< index of the instruction in Recording::places
  std::uint32_t lanes = 0;  ///< bit mask of the lanes that execute the instruction together
  /// For each lane, index of its event in the list of its thread's events.
  std::array<std::uint32_t, warp_lanes> event{};

  bool has(unsigned lane) const { return (lanes >> lane & 1) != 0; }
  unsigned lane_count() const { return static_cast<unsigned>(std::popcount(lanes)); }
};

/// Instructions of one warp, in a possible order of execution.
struct WarpTimeline {
  unsigned warp = 0;
  unsigned lanes = warp_lanes;  ///< number of lanes in the warp, which may be less than 32 in the last warp of a block
  std::vector<Instruction> instructions;

  /// Returns the share of inactive lanes, averaged over all instructions, 0 to 1. Returns 0 if there are no
  /// instructions.
  double idle_share() const;
};

/// Aligns the events of the threads of each warp to instructions. Two lanes execute an instruction together if its
/// code, its count since the last barrier or warp call, and that call are the same. Diverged lanes reconverge at the
/// first instruction that all of them still execute. A GPU does the same if the compiler places the convergence point
/// there. CUDA guarantees convergence only at barriers and warp calls (CUDA C++ Programming Guide, "Independent Thread
/// Scheduling").
std::vector<WarpTimeline> align_warps(const Recording& recording);

/// Returns the event of a lane that executes an instruction.
const Event& event_of(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction,
                      unsigned lane);
/// Returns the event of the first lane that executes an instruction.
const Event& first_event(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

}  // namespace texelsort::simt
