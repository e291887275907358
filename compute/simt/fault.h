#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::simt {

/// Rule of CUDA that a kernel violated.
enum class Violation : std::uint8_t {
  race,           ///< two threads accessed a word without synchronisation, and at least one access was a write
  unwritten,      ///< a thread read shared memory that no thread had written
  outside,        ///< a thread accessed an address outside every array
  divergence,     ///< not all required threads reached a barrier or warp call
  absent_lane,    ///< a shuffle read from a lane that did not take part
  endless,        ///< the launch exceeded the step limit
  early,          ///< a thread accessed an array before earlier launches had ended
  shared_memory,  ///< the kernel needs more shared memory than a block has
};

struct Finding {
  Violation violation = Violation::race;
  std::string kernel;
  std::uint64_t block = 0;
  unsigned thread = 0;  ///< index of the faulty thread in its block
  std::string place;    ///< source location of the violation in the kernel, as "file:line"
  std::string text;     ///< complete message about the violation for users
};

/// Error: a kernel violated a rule. what() lists the first violations.
struct KernelFault : InternalError {
  explicit KernelFault(std::vector<Finding> all);
  std::vector<Finding> findings;
};

}  // namespace texelsort::simt
