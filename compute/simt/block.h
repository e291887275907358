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

/// Thread of a block: a fiber and its wait state.
struct Thread {
  enum class State : std::uint8_t { ready, at_barrier, at_collective, done };

  boost::context::detail::fcontext_t context = nullptr;
  std::byte* stack = nullptr;
  unsigned index = 0;  ///< index of the thread within its block
  State state = State::ready;
  Where waits_at;              ///< location of the barrier or warp call at which the thread waits
  const void* code = nullptr;  ///< location of the last memory access

  // Operands and results of the barrier or warp call at which it waits.
  bool predicate = false;
  bool waited = false;  ///< true once the thread has called wait_for_earlier()
  WarpCall call = WarpCall::sync;
  unsigned mask = 0, lane_operand = 0;
  std::uint64_t value = 0;

  data::Stamp stamp;
  /// For each lane of the warp, one more than the number of that lane's partial-warp calls with which this thread has
  /// synchronised since the last call of the full warp.
  std::array<std::uint32_t, warp_lanes> heard{};

  unsigned lane() const { return index % warp_lanes; }
};

/// Block in execution, with its shared memory.
struct Block {
  /// Maximum bytes of shared memory per block, as on a multiprocessor of compute capability 9.0.
  static constexpr std::uint64_t most_shared_bytes = 227 * 1024;

  unsigned index = 0;
  std::vector<Thread> threads;
  /// Lane masks by warp: lanes that wait at a warp call, and lanes that have ended.
  std::vector<unsigned> waiting, ended;
  std::uint32_t epoch = 0;  ///< epoch of the shared memory's history
  unsigned done = 0;
  bool any_predicate = false;  ///< true if any thread's predicate was true at the latest barrier

  std::unique_ptr<std::byte[]> memory;  ///< dynamic shared memory, then variables, each preceded by a gap
  std::unique_ptr<data::WordHistory[]> words;
  std::uint64_t dynamic_bytes = 0, used_bytes = 0;
  struct Variable {
    std::uint64_t offset = 0, bytes = 0;
  };
  std::map<const void*, Variable> variables;

  std::byte* shared() const;
  /// Returns whether [offset, offset + bytes) of shared memory lies in the dynamic part or in a variable.
  bool has(std::uint64_t offset, std::uint64_t bytes) const;
};

}  // namespace texelsort::simt
