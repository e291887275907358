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

/// Copies large arrays between a device and unpinned host memory. CUDA uses only one thread for this and reaches a
/// fraction of the link's bandwidth. Here, several threads copy chunks through pinned memory. Each has two chunks and
/// fills or empties one while the device copies the other. They also touch new pages of a result first.
class PinnedStaging {
 public:
  struct Form {
    std::uint64_t chunk_bytes = std::uint64_t{2} << 20;  ///< bytes per chunk: the size of a large page
    unsigned threads = usual_threads();
    static unsigned usual_threads();
  };
  explicit PinnedStaging(int ordinal) : PinnedStaging(ordinal, Form{}) {}
  PinnedStaging(int ordinal, Form form);

  /// Returns the shared object of a device, which exists while it is referenced.
  static std::shared_ptr<PinnedStaging> of(int ordinal);
  /// Returns the object for a copy of that many bytes and stores it in `own`. Null if CUDA's own copy is as fast.
  static PinnedStaging* for_copy(std::shared_ptr<PinnedStaging>& own, int ordinal, std::uint64_t bytes);
  /// Minimum bytes of a copy for this class; smaller copies end before the threads have started.
  static constexpr std::uint64_t worth_it = std::uint64_t{32} << 20;

  /// Returns whether pinned memory was available. Otherwise CUDA copies everything.
  bool has_chunks() const { return !chunks_.data().empty(); }

  /// Copy between host and device, and wait. All queued work on the device memory must be done. Any thread may call
  /// these; calls are serialised.
  void write(std::byte* to, std::span<const std::byte> from);
  void read(std::span<std::byte> to, const std::byte* from);

 private:
  /// Resources of one thread.
  struct Lane {
    Stream stream;
    std::array<std::span<std::byte>, 2> chunks;
    std::array<Event, 2> copied;
  };
  /// Byte ranges that no thread has claimed yet.
  class ByteRanges;
  struct ByteRange {
    std::uint64_t offset = 0, size = 0;
  };
  static void write(Lane& lane, ByteRanges& ranges, std::byte* to, const std::byte* from);
  static void read(Lane& lane, ByteRanges& ranges, std::byte* to, const std::byte* from);
  /// Runs `work` on every lane until all ranges are done.
  void each(std::span<const std::byte> host, const std::function<void(Lane&, ByteRanges&)>& work);
  void copy_plainly(void* to, const void* from, std::uint64_t bytes, bool to_device);

  int ordinal_;
  Form form_;
  std::mutex mutex_;
  PinnedBuffer chunks_;
  std::vector<Lane> lanes_;
};

}  // namespace texelsort::cuda
