#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/cuda/stream_barrier.h"
#include "compute/data/error.h"

/// Transfers data between devices that one thread controls. A rank is a stream of a device; operations are queued
/// behind its earlier work.
namespace texelsort::cuda {

class Communicator {
 public:
  struct Message {
    std::size_t from = 0, to = 0;  ///< sending rank; receiving rank
    const std::byte* source = nullptr;
    std::byte* target = nullptr;
    std::uint64_t bytes = 0;
  };
  struct Fault {
    std::size_t rank = 0;
    std::string reason;
  };

  virtual ~Communicator() = default;
  virtual std::string name() const = 0;  ///< name of the implementation: "NCCL 2.28.9"
  /// Sends all messages concurrently. Each message needs both its ranks, and each rank synchronises with the ranks it
  /// exchanges messages with. Tests pass `silent` to leave out one rank's part and see how the other ranks end.
  virtual void send(std::span<const Message> messages, std::optional<std::size_t> silent = {}) = 0;
  /// Adds the numbers of all ranks elementwise. Every rank receives the sums.
  virtual void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) = 0;
  /// Returns an asynchronous error. Null if there is none.
  virtual std::optional<Fault> fault() = 0;
  /// Cancels pending operations on all ranks, waiting at most a few seconds. Afterwards this object is unusable.
  /// Returns whether all have ended; if not, any call for these devices may block forever.
  virtual bool abort() noexcept = 0;
};

/// Creates a communicator with NVIDIA's NCCL library, loaded at run time from TEXELSORT_NCCL or the library path. Each
/// device is one rank. Throws UnavailableError with the reason. If the library has not started an operation after
/// `timeout` seconds, because a rank does not take part, the calls that queue throw Stalled.
struct Group;
std::unique_ptr<Communicator> nccl_communicator(Streams streams, unsigned timeout, const Group* group = nullptr);
/// Ranks of several processes, with one rank in this process. The only stream is this rank's; messages and numbers are
/// those of this rank.
struct Group {
  std::size_t rank = 0, ranks = 1;
  /// Broadcasts rank 0's bytes to all processes.
  std::function<void(std::span<std::byte>)> share;
};
/// Returns the bytes that NCCL allocates on each of these devices for a rank after all ranks have communicated. Returns
/// 0 if NCCL has already done so for these devices. Measured by cudaMemGetInfo() with version 2.28.9 on two H200s: 386
/// MiB for the communicator, 474 for the first all-reduce and 446 for the first messages, which are counted per other
/// rank.
std::uint64_t nccl_bytes(const std::vector<int>& ordinals, std::size_t ranks);
/// Error: a rank does not take part, so that the others wait.
class Stalled : public UnavailableError {
 public:
  Stalled(std::size_t rank, const std::string& what) : UnavailableError(what), rank_(rank) {}
  std::size_t rank() const { return rank_; }

 private:
  std::size_t rank_;
};
/// Reason why NCCL is unavailable. Empty if it is available.
const std::string& nccl_absence();
std::string nccl_version();

/// Creates a communicator that uses CUDA's copies between or within devices; ranks may share a device. sum() throws
/// Stalled for a rank whose stream has not arrived after `timeout` seconds.
std::unique_ptr<Communicator> copying_communicator(Streams streams, unsigned timeout);

}  // namespace texelsort::cuda
