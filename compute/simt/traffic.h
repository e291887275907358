#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/simt/warp_timeline.h"

/// Memory cost of the instructions of warps, computed from the addresses that their lanes access.
namespace texelsort::simt {

/// Bytes per sector of global memory. A warp accesses arrays in whole sectors (CUDA C++ Best Practices Guide,
/// "Coalesced Access to Global Memory").
inline constexpr std::uint64_t sector_bytes = 32;
/// Number of banks of shared memory. Successive 32-bit words are in successive banks (CUDA C++ Programming Guide,
/// "Shared Memory" of compute capability 5.x and above).
inline constexpr unsigned banks = 32;

/// Memory access by one lane of a warp, as a part of the warp's instruction.
struct Touch {
  unsigned lane = 0;
  std::uint32_t array = 0;
  std::uint64_t offset = 0;  ///< position of the access in bytes, from the start of the array or of shared memory
  std::uint32_t bytes = 0;
};
std::vector<Touch> touches_of(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

struct SectorCount {
  unsigned touched = 0;
  unsigned least = 0;  ///< minimum number of sectors that can contain the accessed bytes
};
SectorCount count_sectors(std::span<const Touch> touches);

struct BankCount {
  unsigned wavefronts = 0;  ///< number of wavefronts that the instruction needs
  unsigned least = 0;       ///< minimum number of wavefronts, which is reached without bank conflicts
  /// For each bank, the maximum number of words that lanes request from it at the same time.
  std::array<unsigned, banks> words{};
};
/// Computes the bank conflicts of one instruction. Lanes that read the same word share one access, but atomic
/// operations on a word execute one after another. Accesses of 8 bytes are processed per half warp, and those of 16
/// bytes per quarter warp.
BankCount count_banks(std::span<const Touch> touches, bool atomic);

/// Accesses from one source line to shared memory or to arrays, by all warps of a block.
struct LineTraffic {
  std::string place;  ///< source location as "file:line"
  bool in_shared = false, writes = false, atomic = false;
  std::uint64_t instructions = 0;  ///< number of warp instructions on this line that were executed
  /// Numbers of inactive lanes and of all lanes, summed over the instructions of the line.
  std::uint64_t idle = 0, lanes = 0;
  /// Cost of all accesses on the line, and the minimum for the same bytes: sectors for arrays, wavefronts for shared
  /// memory.
  std::uint64_t units = 0, least = 0;

  std::uint64_t wasted() const { return units - least; }
};
/// Returns the accesses of a recorded block by source line. The line that wastes most sectors or wavefronts comes
/// first.
std::vector<LineTraffic> traffic_by_line(const Recording& recording, std::span<const WarpTimeline> warps);

/// Cost of an instruction and its minimum: sectors for arrays, wavefronts for shared memory. 0 if the instruction is
/// not an access.
struct UnitCount {
  unsigned units = 0, least = 0;
};
UnitCount count_units(const Recording& recording, const WarpTimeline& warp, const Instruction& instruction);

}  // namespace texelsort::simt
