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

/// A thread of a block: a fiber, and what it waits for.
struct Thread {
  enum class State : std::uint8_t { ready, at_barrier, at_meeting, done };

  boost::context::detail::fcontext_t context = nullptr;
  std::byte* stack = nullptr;
  unsigned index = 0;  ///< of its block
  State state = State::ready;
  Where waits_at;              ///< a barrier's or a meeting's place
  const void* code = nullptr;  ///< where it touched memory last

  // What it brings to the barrier or meeting at which it waits, and what it takes from there.
  bool predicate = false;
  bool waited = false;  ///< for earlier launches
  WarpCall call = WarpCall::sync;
  unsigned mask = 0, lane_operand = 0;
  std::uint64_t value = 0;

  data::Stamp stamp;
  /// By lane of its warp: meetings of some lanes that the lane had had when this thread last heard of it, plus one; of
  /// the time since the last meeting of all.
  std::array<std::uint32_t, warp_lanes> heard{};

  unsigned lane() const { return index % warp_lanes; }
};

/// A block that is being executed, with its shared memory.
struct Block {
  /// A block can have 227 KiB on a multiprocessor of compute capability 9.0.
  static constexpr std::uint64_t most_shared_bytes = 227 * 1024;

  unsigned index = 0;
  std::vector<Thread> threads;
  /// Lanes of each warp that wait at a meeting; that have ended.
  std::vector<unsigned> waiting, ended;
  std::uint32_t epoch = 0;  ///< of its shared memory
  unsigned done = 0;
  bool any_predicate = false;  ///< of the latest barrier

  std::unique_ptr<std::byte[]> memory;  ///< dynamic shared memory, then variables with a gap before each
  std::unique_ptr<data::WordHistory[]> words;
  std::uint64_t dynamic_bytes = 0, used_bytes = 0;
  struct Variable {
    std::uint64_t offset = 0, bytes = 0;
  };
  std::map<const void*, Variable> variables;

  std::byte* shared() const;
  /// Whether [offset, offset + bytes) of shared memory is inside the dynamic part or a variable.
  bool has(std::uint64_t offset, std::uint64_t bytes) const;
};

}  // namespace texelsort::simt
