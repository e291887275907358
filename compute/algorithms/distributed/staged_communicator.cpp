#include "compute/algorithms/distributed/staged_communicator.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/cuda/device.h"
#include "compute/cuda/driver.h"
#include "compute/cuda/event.h"
#include "compute/processes/processes.h"

namespace texelsort::algorithms::distributed {
namespace {

/// What a message takes of the host's memory at a time: a long one is copied while its last piece is sent.
constexpr std::uint64_t piece_bytes = std::uint64_t{16} << 20;

class StagedCommunicator final : public cuda::Communicator {
 public:
  StagedCommunicator(const cuda::Stream& stream, std::chrono::seconds patience)
      : stream_(&stream), patience_(patience), channel_(patience) {}

  std::string name() const override { return "MPI's messages, by way of the host"; }

  void send(std::span<const Message> messages, std::optional<std::size_t>) override {
    const std::uint64_t own = processes::place().rank;
    std::uint64_t longest = 0;
    for (const Message& message : messages) longest = std::max(longest, message.bytes);
    for (std::uint64_t done = 0; done < longest; done += piece_bytes) {
      const auto rest = [done](const Message& message) {
        return message.bytes > done ? std::min(piece_bytes, message.bytes - done) : 0;
      };
      for (const Message& message : messages) {
        if (message.from != own || rest(message) == 0) continue;
        processes::Bytes bytes(rest(message));
        copy(bytes.data(), message.source + done, bytes.size(), cuda::Driver::Way::from_device);
        channel_.send(message.to, std::move(bytes));
      }
      for (const Message& message : messages) {
        if (message.to != own || rest(message) == 0) continue;
        const processes::Bytes bytes = channel_.receive(message.from);
        copy(message.target + done, bytes.data(), bytes.size(), cuda::Driver::Way::to_device);
      }
    }
    channel_.flush();
  }

  void sum(std::span<std::uint64_t* const> numbers, std::uint64_t count) override {
    std::vector<std::uint64_t> sums(count);
    copy(sums.data(), numbers.front(), count * sizeof(std::uint64_t), cuda::Driver::Way::from_device);
    channel_.sum(sums);
    copy(numbers.front(), sums.data(), count * sizeof(std::uint64_t), cuda::Driver::Way::to_device);
  }

  std::optional<Fault> fault() override { return std::nullopt; }
  bool abort() noexcept override { return true; }

 private:
  /// The stream may hang: nothing waits for it in a call of CUDA's before it has come so far.
  void copy(void* to, const void* from, std::uint64_t bytes, cuda::Driver::Way way) {
    arrived_.record(*stream_);
    if (!arrived_.reached_within(patience_)) {
      throw UnavailableError(fmt::format("its device has not come so far in {} seconds", patience_.count()));
    }
    stream_->driver().copy(stream_->handle(), to, from, bytes, way);
    stream_->wait();
  }

  const cuda::Stream* stream_;
  std::chrono::seconds patience_;
  processes::Channel channel_;
  cuda::Event arrived_;
};

}  // namespace

std::unique_ptr<cuda::Communicator> staged_communicator(const cuda::Stream& stream, std::chrono::seconds patience) {
  return std::make_unique<StagedCommunicator>(stream, patience);
}

}  // namespace texelsort::algorithms::distributed
