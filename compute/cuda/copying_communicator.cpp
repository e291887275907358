#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/cuda/communicator.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/event.h"
#include "compute/cuda/pinned.h"
#include "compute/cuda/stream_barrier.h"

namespace texelsort::cuda {
namespace {

class CopyingCommunicator final : public Communicator {
 public:
  CopyingCommunicator(Streams streams, unsigned timeout)
      : streams_(streams.begin(), streams.end()), meeting_(streams), timeout_(timeout) {
    for (const Stream* own : streams_) {
      use(own->ordinal());
      arrived_.emplace_back();
      for (const Stream* other : streams_) {
        if (other->ordinal() != own->ordinal()) own->driver().reach(other->ordinal());
      }
    }
  }

  std::string name() const override { return "CUDA's copies"; }

  /// Copies each message in its receiver's stream, after its sender's stream has reached this call. All streams
  /// continue after all copies have ended.
  void send(std::span<const Message> messages, std::optional<std::size_t> silent) override {
    meeting_.meet();
    for (const Message& message : messages) {
      if (message.bytes == 0 || message.from == silent || message.to == silent) continue;
      const Stream& receiver = *streams_[message.to];
      use(receiver.ordinal());
      receiver.driver().copy(receiver.handle(), message.target, message.source, message.bytes, Driver::Way::within);
    }
    meeting_.meet();
  }

  /// Adds the numbers of all ranks on the host, and copies the sums to all ranks.
  void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) override {
    const std::uint64_t bytes = count * sizeof(std::uint64_t);
    make_room(bytes);
    const auto row = [&](std::size_t rank) { return numbers_of(rows_).subspan(rank * count, count); };
    for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
      copy(rank, row(rank).data(), numbers[rank], bytes, Driver::Way::from_device);
      arrived_[rank].record(*streams_[rank]);
    }
    const std::span<std::uint64_t> sums = numbers_of(sums_).first(count);
    std::vector<std::uint64_t> total(count);
    for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
      if (!arrived_[rank].reached_within(timeout_)) {
        throw Stalled(rank, fmt::format("the others have waited for it for {} seconds", timeout_.count()));
      }
      for (std::size_t i = 0; i < count; ++i) total[i] += row(rank)[i];
    }
    // Overwriting the sums of the last call is safe: every rank read them before it sent its new numbers.
    std::ranges::copy(total, sums.begin());
    for (std::size_t rank = 0; rank < streams_.size(); ++rank) {
      copy(rank, numbers[rank], sums.data(), bytes, Driver::Way::to_device);
    }
  }

  std::optional<Fault> fault() override { return std::nullopt; }
  bool abort() noexcept override { return true; }

 private:
  void copy(std::size_t rank, void* to, const void* from, std::uint64_t bytes, Driver::Way way) {
    use(streams_[rank]->ordinal());
    streams_[rank]->driver().copy(streams_[rank]->handle(), to, from, bytes, way);
  }
  static std::span<std::uint64_t> numbers_of(const PinnedBuffer& buffer) {
    const std::span<std::byte> bytes = buffer.data();
    return {reinterpret_cast<std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t)};
  }
  void make_room(std::uint64_t bytes) {
    if (sums_.data().size() >= bytes) return;
    rows_ = PinnedBuffer(streams_.size() * bytes);
    // Keep the smaller memory of earlier calls, because pending copies may still read it.
    outgrown_.push_back(std::exchange(sums_, PinnedBuffer(bytes)));
  }

  std::vector<const Stream*> streams_;
  StreamBarrier meeting_;
  std::chrono::seconds timeout_;
  PinnedBuffer rows_, sums_;  ///< Numbers of all ranks, one row per rank, and the sums of the rows.
  std::vector<PinnedBuffer> outgrown_;
  std::deque<Event> arrived_;
};

}  // namespace

std::unique_ptr<Communicator> copying_communicator(Streams streams, unsigned timeout) {
  return std::make_unique<CopyingCommunicator>(streams, timeout);
}

}  // namespace texelsort::cuda
