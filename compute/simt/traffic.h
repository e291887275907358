#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/simt/warp_timeline.h"

/// Memory cost of a warp's instruction, computed from the addresses of its lanes.
namespace texelsort::simt {

/// Bytes per sector, the unit of a warp's accesses to arrays: CUDA C++ Best Practices Guide, "Coalesced Access to
/// Global Memory".
inline constexpr std::uint64_t sector_bytes = 32;
/// Number of banks of shared memory. Successive 32-bit words belong to successive banks: CUDA C++ Programming Guide,
/// "Shared Memory" of compute capability 5.x and above.
inline constexpr unsigned banks = 32;

/// Access of one lane in an instruction.
struct Touch {
  unsigned lane = 0;
  std::uint32_t array = 0;
  std::uint64_t offset = 0;  ///< offset in bytes
  std::uint32_t bytes = 0;
};
std::vector<Touch> touches_of(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

struct SectorCount {
  unsigned touched = 0;
  unsigned least = 0;  ///< minimum number of sectors that could hold the accessed bytes
};
SectorCount count_sectors(std::span<const Touch> touches);

struct BankCount {
  unsigned wavefronts = 0;  ///< number of wavefronts that the instruction needs
  unsigned least = 0;       ///< minimum number of wavefronts, without bank conflicts
  /// By bank: maximum number of words requested in one wavefront.
  std::array<unsigned, banks> words{};
};
/// Computes bank conflicts. Lanes that read the same word share the access; atomic updates of a word are serialised.
/// Accesses of 8 bytes are processed by half warps, of 16 bytes by quarter warps.
BankCount count_banks(std::span<const Touch> touches, bool atomic);

/// Accesses of all warps of a block from one source line to one kind of memory.
struct LineTraffic {
  std::string place;  ///< "file:line"
  bool in_shared = false, writes = false, atomic = false;
  std::uint64_t instructions = 0;  ///< number of instructions that warps executed
  /// Number of inactive lanes and number of all lanes, summed over these instructions.
  std::uint64_t idle = 0, lanes = 0;
  /// Sectors of arrays or wavefronts of shared memory; minimum number that would suffice.
  std::uint64_t units = 0, least = 0;

  std::uint64_t wasted() const { return units - least; }
};
/// Returns the accesses of a recording by source line, most wasteful first.
std::vector<LineTraffic> traffic_by_line(const Recording& recording, std::span<const WarpTimeline> warps);

/// Sectors or shared-memory wavefronts of an instruction, and the minimum. 0 if it is not an access.
struct UnitCount {
  unsigned units = 0, least = 0;
};
UnitCount count_units(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

}  // namespace texelsort::simt
