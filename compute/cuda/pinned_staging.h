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

/// Carries much between a device and memory of the host that is not pinned. CUDA itself has one thread do so, at a
/// fraction of the link's rate. Here threads take chunk after chunk by way of pinned memory: each has two chunks of it,
/// and fills or empties one while the device copies the other. The first to touch the pages of a result are these
/// threads, too.
class PinnedStaging {
 public:
  struct Form {
    std::uint64_t chunk_bytes = std::uint64_t{2} << 20;  ///< a large page
    unsigned threads = usual_threads();
    static unsigned usual_threads();
  };
  explicit PinnedStaging(int ordinal) : PinnedStaging(ordinal, Form{}) {}
  PinnedStaging(int ordinal, Form form);

  /// The device's, made when it is first asked for and kept while anybody has it.
  static std::shared_ptr<PinnedStaging> of(int ordinal);
  /// The same for a copy of so many bytes, which keeps it in `own`. Null: CUDA's own copy is as fast.
  static PinnedStaging* for_copy(std::shared_ptr<PinnedStaging>& own, int ordinal, std::uint64_t bytes);
  /// Fewer bytes are carried by the time that threads have started.
  static constexpr std::uint64_t worth_it = std::uint64_t{32} << 20;

  /// False if there was no pinned memory: CUDA then copies all.
  bool has_chunks() const { return !chunks_.data().empty(); }

  /// Between host and device, waited for; what is queued for the device's memory is done. From any thread, one after
  /// another.
  void write(std::byte* to, std::span<const std::byte> from);
  void read(std::span<std::byte> to, const std::byte* from);

 private:
  /// What a thread works with.
  struct Lane {
    Stream stream;
    std::array<std::span<std::byte>, 2> chunks;
    std::array<Event, 2> copied;
  };
  /// Which bytes nobody has taken yet.
  class ByteRanges;
  struct ByteRange {
    std::uint64_t offset = 0, size = 0;
  };
  static void write(Lane& lane, ByteRanges& ranges, std::byte* to, const std::byte* from);
  static void read(Lane& lane, ByteRanges& ranges, std::byte* to, const std::byte* from);
  /// Has every lane do its part of the host's bytes.
  void each(std::span<const std::byte> host, const std::function<void(Lane&, ByteRanges&)>& work);
  void copy_plainly(void* to, const void* from, std::uint64_t bytes, bool to_device);

  int ordinal_;
  Form form_;
  std::mutex mutex_;
  PinnedBuffer chunks_;
  std::vector<Lane> lanes_;
};

}  // namespace texelsort::cuda
