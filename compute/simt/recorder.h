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
  std::uint64_t offset = 0;         ///< offset of the access in bytes, from the start of the array or of shared memory

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
  /// Events by thread of the recorded block; empty if the launch did not occur.
  std::vector<std::vector<Event>> threads;
  std::vector<std::string> places;  ///< source location of each instruction, as "file:line"
  std::vector<std::string> arrays;
  /// Access to a watched offset of an array. All blocks of all observed launches are watched.
  struct Touch {
    std::size_t launch = 0;
    unsigned block = 0, thread = 0;
    Event::Kind kind = Event::Kind::read;
    std::uint64_t offset = 0;  ///< watched offset that was accessed, in bytes from the start of the array
  };
  std::vector<Touch> touches;
  bool cut = false;  ///< true if the recorder dropped events, because the maximum number was reached
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
    /// Name of the arrays to watch, and the offsets to watch in bytes. Recording::touches lists all accesses to these
    /// offsets.
    std::string watched_array{};
    std::vector<std::uint64_t> watched_offsets{};
  };
  explicit Recorder(const Wanted& wanted);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Returns the recording, in which instructions have source locations.
  Recording take();

  // The functions that follow are called by Execution.
  /// Announces a kernel launch. Returns the recorder that observes the launch, or null if no recorder does.
  static Recorder* begin_launch(const char* kernel, const Grid& grid);
  /// Returns the recorder for the dispatch of a compute shader that begins. Null if it is not observed.
  static Recorder* begin_dispatch(const char* shader, const Grid& grid);
  void note_access(const Block& block, unsigned thread, Event::Kind kind, std::uintptr_t address, std::uint64_t bytes,
                   const void* code);
  void note_call(const Block& block, unsigned thread, Event::Kind kind, const void* code);

  // Called by the execution of a compute shader.
  /// An event of an invocation, with the name of the array and the source line in place of addresses.
  struct NamedEvent {
    Event::Kind kind = Event::Kind::read;
    unsigned block = 0, thread = 0;
    const std::string* array = nullptr;  ///< name; null for shared memory, and if the event is no access
    std::uint64_t offset = 0;            ///< bytes from the start of the array or of shared memory
    std::uint32_t bytes = 0;             ///< 0 if the event is no access
    const void* code = nullptr;
  };
  /// `place()` returns "file:line" of the instruction.
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
  std::map<const void*, std::string> named_places_;  ///< "file:line" of instructions of compute shaders
  std::map<std::uintptr_t, std::uint32_t> arrays_;   ///< indices in Recording::arrays, by start address of the array
};

}  // namespace texelsort::simt
