#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/distributed/device_team.h"
#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/event.h"
#include "compute/cuda/pinned.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

/// Bytes of host memory that a message uses at a time. While one piece of a long message is sent, the next piece is
/// copied.
constexpr std::uint64_t piece_bytes = std::uint64_t{16} << 20;

class StagedCommunicator final : public cuda::Communicator {
 public:
  StagedCommunicator(const cuda::Stream& stream, std::chrono::seconds timeout)
      : stream_(&stream), timeout_(timeout), channel_(timeout) {}

  std::string name() const override { return "MPI messages via the host"; }

  void send(std::span<const Message> messages, std::optional<std::size_t>) override {
    const std::uint64_t own = mpi::place().rank;
    std::vector<std::vector<Piece>> sent(mpi::place().count), received(sent.size());
    for (const Message& message : messages) {
      for (std::uint64_t done = 0; done < message.bytes; done += piece_bytes) {
        const std::uint64_t bytes = std::min(piece_bytes, message.bytes - done);
        if (message.from == own) sent[message.to].push_back({message.source + done, nullptr, bytes});
        if (message.to == own) received[message.from].push_back({nullptr, message.target + done, bytes});
      }
    }
    std::size_t rounds = 0;
    for (const auto& pieces : sent) rounds = std::max(rounds, pieces.size());
    for (const auto& pieces : received) rounds = std::max(rounds, pieces.size());
    // Each round sends one piece to each process and receives one piece from each. A second send would wait until the
    // first piece is received.
    for (std::size_t round = 0; round < rounds; ++round) {
      for (std::uint64_t to = 0; to < sent.size(); ++to) {
        if (round < sent[to].size()) send(to, sent[to][round]);
      }
      for (std::uint64_t from = 0; from < received.size(); ++from) {
        if (round < received[from].size()) receive(from, received[from][round]);
      }
    }
    channel_.flush();
  }

  void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) override {
    const std::uint64_t bytes = count * sizeof(std::uint64_t);
    if (sums_.data().size() < bytes) {
      await_stream();
      sums_ = cuda::PinnedBuffer(bytes);
    }
    // The stream executes its copies in order. The previous sums have therefore reached the device before this copy
    // overwrites them.
    queue(sums_.data().data(), numbers.front(), bytes, cuda::Driver::Way::from_device);
    await_stream();
    channel_.sum({reinterpret_cast<std::uint64_t*>(sums_.data().data()), count});
    queue(numbers.front(), sums_.data().data(), bytes, cuda::Driver::Way::to_device);
  }

  std::optional<Fault> fault() override { return std::nullopt; }
  bool abort() noexcept override { return true; }

 private:
  struct Piece {
    const std::byte* source = nullptr;
    std::byte* target = nullptr;
    std::uint64_t bytes = 0;
  };
  void send(std::uint64_t to, const Piece& piece) {
    mpi::Bytes bytes(piece.bytes);
    copy(bytes.data(), piece.source, piece.bytes, cuda::Driver::Way::from_device);
    channel_.send(to, std::move(bytes));
  }
  void receive(std::uint64_t from, const Piece& piece) {
    const mpi::Bytes bytes = channel_.receive(from);
    copy(piece.target, bytes.data(), piece.bytes, cuda::Driver::Way::to_device);
  }
  /// Copies between host and device. Waits for the stream first, with a timeout, because a CUDA call would wait forever
  /// for a hanging stream.
  void copy(void* to, const void* from, std::uint64_t bytes, cuda::Driver::Way way) {
    await_stream();
    queue(to, from, bytes, way);
    stream_->wait();
  }
  void queue(void* to, const void* from, std::uint64_t bytes, cuda::Driver::Way way) {
    stream_->driver().copy(stream_->handle(), to, from, bytes, way);
  }
  void await_stream() {
    arrived_.record(*stream_);
    if (!arrived_.reached_within(timeout_)) {
      throw UnavailableError(fmt::format("its device has not reached this step within {} seconds", timeout_.count()));
    }
  }

  const cuda::Stream* stream_;
  std::chrono::seconds timeout_;
  mpi::Channel channel_;
  cuda::Event arrived_;
  cuda::PinnedBuffer sums_;
};

}  // namespace

std::unique_ptr<cuda::Communicator> staged_communicator(const cuda::Stream& stream, std::chrono::seconds timeout) {
  return std::make_unique<StagedCommunicator>(stream, timeout);
}

}  // namespace texelsort::algorithms::distributed
