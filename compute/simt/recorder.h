#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compute/simt/block.h"
#include "compute/simt/grid.h"

namespace texelsort::simt {

/// What a thread did: an access to shared memory or to an array, a call of its warp, or a barrier of its block.
struct Event {
  enum class Kind : std::uint8_t { read, write, atomic, warp_call, barrier };
  static constexpr std::uint32_t in_shared = ~0u;

  Kind kind = Kind::read;
  std::uint32_t code = 0;           ///< which instruction: an index of Recording::places
  std::uint32_t array = in_shared;  ///< an index of Recording::arrays, or shared memory
  std::uint32_t bytes = 0;          ///< 0 of what is no access
  std::uint64_t offset = 0;         ///< bytes, of the array or of shared memory

  bool is_access() const { return bytes > 0; }
};

/// The events of one block of a launch, in the order in which each thread makes them.
struct Recording {
  struct Launch {
    std::string kernel;
    unsigned blocks = 0, threads = 0;  ///< of the grid; of a block
  };
  std::vector<Launch> launches;             ///< all that there were
  std::size_t launch = 0;                   ///< which of them is recorded
  unsigned block = 0;                       ///< which of its blocks
  std::vector<std::vector<Event>> threads;  ///< none if there was no such launch
  std::vector<std::string> places;          ///< "file:line" of instructions
  std::vector<std::string> arrays;
  /// An access to one of the watched words, by whatever block of whatever launch.
  struct Touch {
    std::size_t launch = 0;
    unsigned block = 0, thread = 0;
    Event::Kind kind = Event::Kind::read;
    std::uint64_t offset = 0;  ///< the watched one
  };
  std::vector<Touch> touches;
  bool cut = false;  ///< there were more events than are kept
};

/// Records one launch of those that the present system thread makes while a recorder exists; of these one at a time.
class Recorder {
 public:
  struct Wanted {
    std::size_t launch = 0;  ///< from 0, of those that follow
    unsigned block = 0;      ///< of a smaller grid the last
    std::size_t most_events = std::size_t{1} << 20;
    /// Bytes of arrays of this name whose accesses are noted for themselves.
    std::string watched_array{};
    std::vector<std::uint64_t> watched_offsets{};
  };
  explicit Recorder(const Wanted& wanted);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// What has been recorded, with the places of instructions.
  Recording take();

  // What an execution calls.
  /// The recorder that wants the launch that begins; else null.
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
  bool records_ = false;  ///< the present launch is the wanted one
  std::map<const void*, std::uint32_t> codes_;
  std::map<std::uintptr_t, std::uint32_t> arrays_;  ///< by where they begin
};

}  // namespace texelsort::simt
