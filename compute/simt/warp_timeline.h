#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compute/simt/recorder.h"

namespace texelsort::simt {

/// An instruction that lanes of a warp execute together.
struct Instruction {
  unsigned barriers = 0;                          ///< that the warp has passed before
  std::uint32_t code = 0;                         ///< an index of Recording::places
  std::uint32_t lanes = 0;                        ///< a bit each
  std::array<std::uint32_t, warp_lanes> event{};  ///< by lane: an index of its thread's events

  bool has(unsigned lane) const { return (lanes >> lane & 1) != 0; }
  unsigned lane_count() const { return static_cast<unsigned>(std::popcount(lanes)); }
};

/// A warp's instructions in an order in which they can have been executed.
struct WarpTimeline {
  unsigned warp = 0;
  unsigned lanes = warp_lanes;  ///< of a block's last warp fewer
  std::vector<Instruction> instructions;

  /// The share of all places for a lane in an instruction that no lane takes; 0 without instructions.
  double idle_share() const;
};

/// Puts the threads' events side by side. Lanes execute the same instruction if its code is the same, if it is the
/// same time that a lane comes to it since the last barrier or call of the warp, and if that was the same one. Lanes
/// that part come together again at the first instruction that all have before them: what a GPU does where the
/// compiler has placed the point of convergence there, which the language promises only at barriers and calls of
/// warps (CUDA C++ Programming Guide, "Independent Thread Scheduling").
std::vector<WarpTimeline> align_warps(const Recording& recording);

/// What that lane did in the instruction.
const Event& event_of(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction,
                      unsigned lane);
/// What the first of its lanes did.
const Event& first_event(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

}  // namespace texelsort::simt
