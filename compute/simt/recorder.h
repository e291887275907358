#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compute/simt/block.h"
#include "compute/simt/grid.h"

namespace texelsort::simt {

/// Event of a thread: an access to shared memory or an array, a warp call, or a barrier of the block.
struct Event {
  enum class Kind : std::uint8_t { read, write, atomic, warp_call, barrier };
  static constexpr std::uint32_t in_shared = ~0u;

  Kind kind = Kind::read;
  std::uint32_t code = 0;           ///< instruction: an index of Recording::places
  std::uint32_t array = in_shared;  ///< index of Recording::arrays, or shared memory
  std::uint32_t bytes = 0;          ///< 0 if the event is not an access
  std::uint64_t offset = 0;         ///< bytes from the start of the array or of shared memory

  bool is_access() const { return bytes > 0; }
};

/// Events of one block of a launch, in program order for each thread.
struct Recording {
  struct Launch {
    std::string kernel;
    unsigned blocks = 0, threads = 0;  ///< blocks per grid; threads per block
  };
  std::vector<Launch> launches;             ///< all observed launches
  std::size_t launch = 0;                   ///< index of the recorded launch
  unsigned block = 0;                       ///< index of the recorded block
  std::vector<std::vector<Event>> threads;  ///< events by thread; empty if the launch did not occur
  std::vector<std::string> places;          ///< "file:line" of each instruction
  std::vector<std::string> arrays;
  /// Access to a watched word, by any block of any launch.
  struct Touch {
    std::size_t launch = 0;
    unsigned block = 0, thread = 0;
    Event::Kind kind = Event::Kind::read;
    std::uint64_t offset = 0;  ///< accessed offset, which is watched
  };
  std::vector<Touch> touches;
  bool cut = false;  ///< true if events were dropped because of the limit
};

/// Records one launch of the current system thread during the recorder's lifetime. Only one may exist per system
/// thread.
class Recorder {
 public:
  struct Wanted {
    std::size_t launch = 0;  ///< launch to record: its index among the following launches, from 0
    unsigned block = 0;      ///< index of the block to record; the last block if the grid has fewer blocks
    std::size_t most_events = std::size_t{1} << 20;
    /// Name of the arrays with watched offsets. Recording::touches lists the accesses to these offsets.
    std::string watched_array{};
    std::vector<std::uint64_t> watched_offsets{};
  };
  explicit Recorder(const Wanted& wanted);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Returns the recording, with the source locations of instructions.
  Recording take();

  // Called by an execution.
  /// Returns the recorder for the launch that begins. Null if it is not observed.
  static Recorder* begin_launch(const char* kernel, const Grid& grid);
  void note_access(const Block& block, unsigned thread, Event::Kind kind, std::uintptr_t address, std::uint64_t bytes,
                   const void* code);
  void note_call(const Block& block, unsigned thread, Event::Kind kind, const void* code);

 private:
  bool wants(const Block& block);
  void watch(const Block& block, unsigned thread, Event::Kind kind, std::uintptr_t address, std::uint64_t bytes);
  void add(unsigned thread, Event event, const void* code);

  Wanted wanted_;
  Recording recording_;
  std::size_t events_ = 0;
  bool records_ = false;  ///< true while the current launch is the requested one
  std::map<const void*, std::uint32_t> codes_;
  std::map<std::uintptr_t, std::uint32_t> arrays_;  ///< array indices by start address
};

}  // namespace texelsort::simt
