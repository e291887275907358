#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "compute/cuda/event.h"
#include "compute/cuda/pinned.h"
#include "compute/cuda/stream.h"

namespace texelsort::cuda {

/// Copies large arrays between a device and unpinned host memory. CUDA copies such memory with a single thread, at a
/// fraction of the link's bandwidth. This class uses several threads, each with two chunks of pinned memory. A thread
/// fills or empties one chunk while the device copies the other. The threads also touch new pages of the host memory
/// first.
class PinnedStaging {
 public:
  struct Form {
    std::uint64_t chunk_bytes = std::uint64_t{2} << 20;  ///< bytes per chunk, equal to the size of a large page
    unsigned threads = usual_threads();
    static unsigned usual_threads();
  };
  explicit PinnedStaging(int ordinal) : PinnedStaging(ordinal, Form{}) {}
  PinnedStaging(int ordinal, Form form);

  /// Returns the copying object that all users of a device share. It exists as long as one user holds a reference.
  static std::shared_ptr<PinnedStaging> of(int ordinal);
  /// Returns the object that copies `bytes` bytes between host and device, and stores a reference in `own`. Returns
  /// null if CUDA's own copy of so few bytes is as fast.
  static PinnedStaging* for_copy(std::shared_ptr<PinnedStaging>& own, int ordinal, std::uint64_t bytes);
  /// Minimum bytes of a copy for which several threads are worth their start.
  static constexpr std::uint64_t worth_it = std::uint64_t{32} << 20;

  /// Returns whether pinned memory could be allocated. Without pinned memory, CUDA copies everything.
  bool has_chunks() const { return !chunks_.data().empty(); }

  /// Copy bytes between host and device, and wait. Work that uses the device memory must have ended. Any thread may
  /// call these functions, which execute one after another.
  void write(std::byte* to, std::span<const std::byte> from);
  void read(std::span<std::byte> to, const std::byte* from);

 private:
  /// Stream and pinned memory of one copying thread.
  struct Lane {
    Stream stream;
    std::array<std::span<std::byte>, 2> chunks;
    std::array<Event, 2> copied;
  };
  /// Byte ranges of a copy, which threads claim one after another.
  class ByteRanges;
  struct ByteRange {
    std::uint64_t offset = 0, size = 0;
  };
  static void write(Lane& lane, ByteRanges& ranges, std::byte* to, const std::byte* from);
  static void read(Lane& lane, ByteRanges& ranges, std::byte* to, const std::byte* from);
  /// Calls `work` on one thread per lane. Together, the threads copy all ranges of `host`.
  void each(std::span<const std::byte> host, const std::function<void(Lane&, ByteRanges&)>& work);
  void copy_plainly(void* to, const void* from, std::uint64_t bytes, bool to_device);

  int ordinal_;
  Form form_;
  std::mutex mutex_;
  PinnedBuffer chunks_;
  std::vector<Lane> lanes_;
};

}  // namespace texelsort::cuda
