#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::simt {

/// Rule that a kernel violated.
enum class Violation : std::uint8_t {
  race,           ///< unordered accesses of two threads to a word, at least one a write
  unwritten,      ///< read of shared memory that was never written
  outside,        ///< access outside every array
  divergence,     ///< barrier or warp call that not all threads reach
  absent_lane,    ///< shuffle from a lane that does not participate
  endless,        ///< execution beyond the step limit
  early,          ///< access to an array before earlier launches have ended
  shared_memory,  ///< use of more shared memory than a block has
};

struct Finding {
  Violation violation = Violation::race;
  std::string kernel;
  std::uint64_t block = 0;
  unsigned thread = 0;  ///< index of the thread within its block
  std::string place;    ///< "file:line" of the violation in a kernel's source
  std::string text;     ///< complete message of the violation
};

/// A kernel violated a rule; what() lists the first findings.
struct KernelFault : InternalError {
  explicit KernelFault(std::vector<Finding> all);
  std::vector<Finding> findings;
};

}  // namespace texelsort::simt
