#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/simt/warp_timeline.h"

/// What an instruction of a warp costs in memory, by the addresses that its lanes touch.
namespace texelsort::simt {

/// A warp fetches whole sectors of arrays: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory".
inline constexpr std::uint64_t sector_bytes = 32;
/// Words of 32 bits of shared memory, one after the other, belong to banks one after the other: CUDA C++ Programming
/// Guide, "Shared Memory" of compute capability 5.x and above.
inline constexpr unsigned banks = 32;

/// A lane's part of an instruction.
struct Touch {
  unsigned lane = 0;
  std::uint32_t array = 0;
  std::uint64_t offset = 0;  ///< bytes
  std::uint32_t bytes = 0;
};
std::vector<Touch> touches_of(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

struct SectorCount {
  unsigned touched = 0;
  unsigned least = 0;  ///< that the bytes fit into
};
SectorCount count_sectors(std::span<const Touch> touches);

struct BankCount {
  unsigned wavefronts = 0;  ///< turns that the instruction takes
  unsigned least = 0;       ///< without conflicts
  /// By bank: the most words that lanes of one turn ask it for.
  std::array<unsigned, banks> words{};
};
/// Lanes that read one word get it at once; lanes that change it atomically take turns. Accesses of 8 bytes go by half
/// warps, of 16 bytes by quarters.
BankCount count_banks(std::span<const Touch> touches, bool atomic);

/// All that a block's warps do in one line of source and one kind of memory.
struct LineTraffic {
  std::string place;  ///< "file:line"
  bool in_shared = false, writes = false, atomic = false;
  std::uint64_t instructions = 0;      ///< of warps
  std::uint64_t idle = 0, lanes = 0;   ///< of all their places for lanes, those that none takes
  std::uint64_t units = 0, least = 0;  ///< sectors, or wavefronts of shared memory

  std::uint64_t wasted() const { return units - least; }
};
/// The accesses of a recording, those that waste most first.
std::vector<LineTraffic> traffic_by_line(const Recording& recording, std::span<const WarpTimeline> warps);

/// Sectors, or wavefronts of shared memory, that the instruction takes, and the least; none of what is no access.
struct UnitCount {
  unsigned units = 0, least = 0;
};
UnitCount count_units(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

}  // namespace texelsort::simt
