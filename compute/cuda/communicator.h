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

/// What carries data between devices on which one thread works. A rank is a stream of a device; work is queued there,
/// behind what is queued already.
namespace texelsort::cuda {

class Communicator {
 public:
  struct Message {
    std::size_t from = 0, to = 0;  ///< ranks
    const std::byte* source = nullptr;
    std::byte* target = nullptr;
    std::uint64_t bytes = 0;
  };
  struct Fault {
    std::size_t rank = 0;
    std::string reason;
  };

  virtual ~Communicator() = default;
  virtual std::string name() const = 0;  ///< "NCCL 2.28.9"
  /// All of them side by side; every message has an end in two ranks, and every rank is in step with those it sends to
  /// and receives from. What `silent` should do is left out: a test's way to see how the others end.
  virtual void send(std::span<const Message> messages, std::optional<std::size_t> silent = {}) = 0;
  /// Adds the ranks' numbers place by place: every rank then has the sums.
  virtual void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) = 0;
  /// What has gone wrong meanwhile.
  virtual std::optional<Fault> fault() = 0;
  /// Ends what is under way on all ranks, and waits some seconds at the most; this is of no more use then. Whether all
  /// has ended: if not, any call of the devices may wait for ever.
  virtual bool abort() noexcept = 0;
};

/// NVIDIA's library, which is looked for when the program runs: where TEXELSORT_NCCL says, or where libraries are. One
/// rank a device. Throws UnavailableError with the reason. What the library has not begun after `timeout` seconds,
/// since a rank takes no part, is a fault: the calls that queue throw Stalled.
struct Group;
std::unique_ptr<Communicator> nccl_communicator(Streams streams, unsigned timeout, const Group* group = nullptr);
/// Ranks of several processes, one of which is this process's: its stream is the only one, and of messages and numbers
/// it gives those of that rank.
struct Group {
  std::size_t rank = 0, ranks = 1;
  /// Rank 0's bytes, in every process.
  std::function<void(std::span<std::byte>)> share;
};
/// Bytes that the library takes on each of these devices of a process for a rank, once all ranks have talked to all:
/// nothing where it has done so for these devices already. With version 2.28.9 and two H200s cudaMemGetInfo() lost 386
/// MiB to the communicator, 474 to the first all-reduce, and 446 to the first messages, which is counted for every
/// other rank.
std::uint64_t nccl_bytes(const std::vector<int>& ordinals, std::size_t ranks);
/// A rank keeps the others waiting.
class Stalled : public UnavailableError {
 public:
  Stalled(std::size_t rank, const std::string& what) : UnavailableError(what), rank_(rank) {}
  std::size_t rank() const { return rank_; }

 private:
  std::size_t rank_;
};
/// Why there is none; empty if there is.
const std::string& nccl_absence();
std::string nccl_version();

/// CUDA's copies, from one device's memory to another's or within one; ranks may share a device. sum() throws Stalled
/// for a rank whose stream has not come so far after `timeout` seconds.
std::unique_ptr<Communicator> copying_communicator(Streams streams, unsigned timeout);

}  // namespace texelsort::cuda
