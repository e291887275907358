#pragma once

#include <array>
#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "compute/data/word_history.h"
#include "compute/simt/device_calls.h"

namespace texelsort::simt {

inline constexpr unsigned warp_lanes = 32;

/// Thread of a CUDA block, executed as a fiber, with the reason why it waits.
struct Thread {
  enum class State : std::uint8_t { ready, at_barrier, at_collective, done };

  boost::context::detail::fcontext_t context = nullptr;
  std::byte* stack = nullptr;
  unsigned index = 0;  ///< index of the thread within its block
  State state = State::ready;
  Where waits_at;              ///< source location of the barrier or warp call at which the thread waits
  const void* code = nullptr;  ///< instruction of the thread's last memory access, for error reports

  // Arguments and result of the barrier or warp call at which the thread waits.
  bool predicate = false;
  bool waited = false;  ///< true once the thread has called wait_for_earlier()
  WarpCall call = WarpCall::sync;
  unsigned mask = 0, lane_operand = 0;
  std::uint64_t value = 0;

  data::Stamp stamp;
  /// Last known progress of each lane of the warp: 1 plus its number of calls with partial masks when this thread last
  /// synchronised with it. 0 without synchronisation. Counts start at the last call of the full warp.
  std::array<std::uint32_t, warp_lanes> heard{};

  unsigned lane() const { return index % warp_lanes; }
};

/// Block of threads that is executed on the CPU, with its shared memory.
struct Block {
  /// Maximum bytes of shared memory per block, as on a multiprocessor of compute capability 9.0.
  static constexpr std::uint64_t most_shared_bytes = 227 * 1024;

  unsigned index = 0;
  std::vector<Thread> threads;
  /// Lane masks by warp: lanes that wait at a warp call, and lanes whose thread has ended.
  std::vector<unsigned> waiting, ended;
  /// Number of the block's execution. Entries of the access history with another number are outdated.
  std::uint32_t epoch = 0;
  unsigned done = 0;
  bool any_predicate = false;  ///< true if the predicate of any thread was true at the last barrier

  /// Dynamic shared memory, then static variables; gaps between them reveal accesses beyond an end.
  std::unique_ptr<std::byte[]> memory;
  std::unique_ptr<data::WordHistory[]> words;
  std::uint64_t dynamic_bytes = 0, used_bytes = 0;
  struct Variable {
    std::uint64_t offset = 0, bytes = 0;
  };
  std::map<const void*, Variable> variables;

  std::byte* shared() const;
  /// Returns whether shared memory [offset, offset + bytes) is inside the dynamic part or inside one variable.
  bool has(std::uint64_t offset, std::uint64_t bytes) const;
};

}  // namespace texelsort::simt
