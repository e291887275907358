#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::simt {

/// What no kernel may do.
enum class Violation : std::uint8_t {
  race,           ///< two threads touch a word, one writing, with nothing that orders them
  unwritten,      ///< a read of shared memory that was never written
  outside,        ///< an access outside every array
  divergence,     ///< a barrier, or a call of a warp, that not all threads reach
  absent_lane,    ///< a shuffle from a lane that takes no part in it
  endless,        ///< a thread that goes on beyond the bound
  early,          ///< an array touched before the launches before have ended
  shared_memory,  ///< more shared memory than a block has
};

struct Finding {
  Violation violation = Violation::race;
  std::string kernel;
  std::uint64_t block = 0;
  unsigned thread = 0;  ///< of the block
  std::string place;    ///< "file:line" of a kernel's source
  std::string text;     ///< the whole, for a reader
};

/// A launch in which a kernel did what no kernel may do; what() lists the first findings.
struct KernelFault : InternalError {
  explicit KernelFault(std::vector<Finding> all);
  std::vector<Finding> findings;
};

}  // namespace texelsort::simt
