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

/// Transfers data between the devices of a multi-device sort, which one thread controls. A rank is one stream of a
/// device. Each transfer waits for the earlier work in the rank's stream.
namespace texelsort::cuda {

class Communicator {
 public:
  struct Message {
    std::size_t from = 0, to = 0;  ///< number of the sending rank, and of the receiving rank
    const std::byte* source = nullptr;
    std::byte* target = nullptr;
    std::uint64_t bytes = 0;
  };
  struct Fault {
    std::size_t rank = 0;
    std::string reason;
  };

  virtual ~Communicator() = default;
  virtual std::string name() const = 0;  ///< Returns the name of the implementation, such as "NCCL 2.28.9".
  /// Queues all messages, which are sent concurrently. Each rank waits for the ranks with which it exchanges messages.
  /// Tests pass a rank as `silent` to leave out its part of the messages, and see how the other ranks end.
  virtual void send(std::span<const Message> messages, std::optional<std::size_t> silent = {}) = 0;
  /// Adds the numbers of all ranks elementwise, `count` numbers per rank. Every rank receives the sums.
  virtual void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) = 0;
  /// Returns the error of an operation that has failed after it was queued. Returns null if no operation has failed.
  virtual std::optional<Fault> fault() = 0;
  /// Cancels the pending operations of all ranks, and waits for at most a few seconds. Afterwards this object is
  /// unusable. Returns whether all operations have ended. If not, any later call for these devices may block forever.
  virtual bool abort() noexcept = 0;
};

/// Creates a communicator with NVIDIA's NCCL library. Loads the library at run time from TEXELSORT_NCCL or from the
/// library path. Each device is one rank. Throws UnavailableError with the reason if NCCL is unavailable. The
/// communicator's functions throw Stalled if a rank does not take part in an operation within `timeout` seconds.
struct Group;
std::unique_ptr<Communicator> nccl_communicator(Streams streams, unsigned timeout, const Group* group = nullptr);
/// Group of ranks in several processes, one rank per process. This process passes only the stream, messages and numbers
/// of its own rank.
struct Group {
  std::size_t rank = 0, ranks = 1;
  /// Function that copies the bytes of the process with rank 0 to all other processes.
  std::function<void(std::span<std::byte>)> share;
};
/// Returns the bytes that NCCL still has to allocate per device for a sort. Returns 0 if communicators for these
/// devices exist. Measured with cudaMemGetInfo() for NCCL 2.28.9 on two H200s: 386 MiB for a communicator, 474 MiB for
/// the first all-reduce, and 446 MiB for the first messages. The messages count once per other rank.
std::uint64_t nccl_bytes(const std::vector<int>& ordinals, std::size_t ranks);
/// Error: a rank does not take part in an operation, so that the other ranks wait.
class Stalled : public UnavailableError {
 public:
  Stalled(std::size_t rank, const std::string& what) : UnavailableError(what), rank_(rank) {}
  std::size_t rank() const { return rank_; }

 private:
  std::size_t rank_;
};
/// Returns the reason why NCCL is unavailable, or an empty string if it is available.
const std::string& nccl_absence();
std::string nccl_version();

/// Creates a communicator that uses CUDA's copies between devices. Several ranks may share a device. Its function sum()
/// throws Stalled if the stream of a rank does not reach the sum within `timeout` seconds.
std::unique_ptr<Communicator> copying_communicator(Streams streams, unsigned timeout);

}  // namespace texelsort::cuda
