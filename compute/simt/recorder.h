#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compute/simt/block.h"
#include "compute/simt/grid.h"

namespace texelsort::simt {

/// Event in the execution of one thread: an access to shared memory or an array, a warp call, or a barrier of the
/// block.
struct Event {
  enum class Kind : std::uint8_t { read, write, atomic, warp_call, barrier };
  static constexpr std::uint32_t in_shared = ~0u;

  Kind kind = Kind::read;
  std::uint32_t code = 0;           ///< index of the instruction in Recording::places
  std::uint32_t array = in_shared;  ///< index of the array in Recording::arrays; `in_shared` for shared memory
  std::uint32_t bytes = 0;          ///< number of accessed bytes; 0 if the event is not an access
  /// Position of the access in bytes, from the start of the array or of shared memory.
  std::uint64_t offset = 0;

  bool is_access() const { return bytes > 0; }
};

/// Recorded events of one block of a kernel launch, in program order per thread.
struct Recording {
  struct Launch {
    std::string kernel;
    unsigned blocks = 0, threads = 0;  ///< number of blocks in the grid; number of threads per block
    bool shader = false;               ///< true for the dispatch of a compute shader
  };
  std::vector<Launch> launches;  ///< all launches that the recorder observed, in order
  std::size_t launch = 0;        ///< index of the recorded launch in `launches`
  unsigned block = 0;            ///< index of the recorded block in the grid
  /// Events of each thread of the recorded block; empty if the launch did not occur.
  std::vector<std::vector<Event>> threads;
  std::vector<std::string> places;  ///< source location of each instruction, as "file:line"
  std::vector<std::string> arrays;
  /// Access to one of the offsets of an array that are watched. Accesses by all blocks of all observed launches are
  /// listed.
  struct Touch {
    std::size_t launch = 0;
    unsigned block = 0, thread = 0;
    Event::Kind kind = Event::Kind::read;
    std::uint64_t offset = 0;  ///< watched offset that was accessed, in bytes from the start of the array
  };
  std::vector<Touch> touches;
  bool cut = false;  ///< true if the list is incomplete, because the maximum number of events was reached
};

/// Records one kernel launch of the current system thread during the recorder's lifetime. Only one recorder may exist
/// per system thread.
class Recorder {
 public:
  struct Wanted {
    /// Index of the launch to record, from 0 for the first launch after the recorder's creation.
    std::size_t launch = 0;
    unsigned block = 0;  ///< index of the block to record; if the grid has fewer blocks, its last block is recorded
    std::size_t most_events = std::size_t{1} << 20;
    /// Arrays to watch, by name, and the offsets in them, in bytes. Recording::touches lists all accesses to these
    /// offsets.
    std::string watched_array{};
    std::vector<std::uint64_t> watched_offsets{};
  };
  explicit Recorder(const Wanted& wanted);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Returns the recording with source locations for all instructions.
  Recording take();

  // Functions that Execution calls.
  /// Announces a kernel launch. Returns the recorder that observes the launch, or null if no recorder does.
  static Recorder* begin_launch(const char* kernel, const Grid& grid);
  /// Returns the recorder for the dispatch of a compute shader that begins. Null if it is not observed.
  static Recorder* begin_dispatch(const char* shader, const Grid& grid);
  void note_access(const Block& block, unsigned thread, Event::Kind kind, std::uintptr_t address, std::uint64_t bytes,
                   const void* code);
  void note_call(const Block& block, unsigned thread, Event::Kind kind, const void* code);

  // Functions that the execution of a compute shader calls.
  /// Event of a shader invocation. Names the array and the source line, because a shader has no addresses.
  struct NamedEvent {
    Event::Kind kind = Event::Kind::read;
    unsigned block = 0, thread = 0;
    const std::string* array = nullptr;  ///< name of the accessed array; null for shared memory, or without access
    std::uint64_t offset = 0;            ///< position of the access in bytes, from the start of the array
    std::uint32_t bytes = 0;             ///< number of accessed bytes; 0 if the event is not an access
    const void* code = nullptr;
  };
  /// Records an event. Calls `place()` for the "file:line" of the instruction if it is new.
  template <typename Place>
  void note(const NamedEvent& event, const Place& place) {
    watch(event);
    if (!wants(event.block)) return;
    Event made{.kind = event.kind, .bytes = event.bytes, .offset = event.offset};
    if (event.array != nullptr) made.array = index_of(*event.array);
    if (named_places_.try_emplace(event.code).second) named_places_[event.code] = place();
    add(event.thread, made, event.code);
  }

 private:
  static Recorder* begin(const char* kernel, const Grid& grid, bool shader);
  void watch(const NamedEvent& event);
  std::uint32_t index_of(const std::string& array);
  bool wants(unsigned block);
  void watch(const Block& block, unsigned thread, Event::Kind kind, std::uintptr_t address, std::uint64_t bytes);
  void add(unsigned thread, Event event, const void* code);

  Wanted wanted_;
  Recording recording_;
  std::size_t events_ = 0;
  bool records_ = false;  ///< true while the requested launch is executed
  std::map<const void*, std::uint32_t> codes_;
  std::map<const void*, std::string> named_places_;  ///< "file:line" of each recorded instruction of a compute shader
  std::map<std::uintptr_t, std::uint32_t> arrays_;   ///< index of each array in Recording::arrays, by its start address
};

}  // namespace texelsort::simt
